-- Each run of a packaging takes a number of its own, so that one that was thought dead and goes on
-- writes where nobody reads.
alter table revisions add column packagings_begun int not null default 0;
