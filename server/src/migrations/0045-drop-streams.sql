-- A stream is kept in its parts alone (decision 53): no build reads it whole any more.
drop trigger split_stream on revisions;
drop function split_stream();
alter table revisions drop column stream;
