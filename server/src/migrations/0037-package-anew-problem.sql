-- Why the key server of a stream that is packaged anew gave no key at the last try. Null: it gave one, or wasn't asked.
alter table revisions add column drm_key_problem text;
