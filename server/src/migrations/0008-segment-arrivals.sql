-- For each segment of pictures, from the first: how many bytes of the upload, in the order in which they
-- are sent, have to be there before it can be encoded. Null when the source was there as a whole.
alter table revisions add column segment_arrivals bigint[];
