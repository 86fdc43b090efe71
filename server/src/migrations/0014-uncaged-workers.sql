-- Whether a cage keeps a worker's ffmpeg from its machine; workers of earlier versions don't say.
alter table workers add column is_caged boolean not null default true;
