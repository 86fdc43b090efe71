-- Which kinds of documents there are is said by the features that have them.
alter table publications drop constraint publications_kind_check;
