-- Name servers are asked again for the records that proved a domain.
alter table playback_domains
  -- the last time, whether they answered or not
  add looked_at timestamptz,
  -- the first and the number of those answers since when there was none
  add missing_since timestamptz,
  add missing_looks int not null default 0;
