-- Files that are sent index first, and read while they arrive.
alter table uploads
  -- the order in which the bytes are sent, `start-end,start-end`; null: as they are in the file
  add column layout text,
  -- bytes in that order that can be read, durable or not
  add column arrived_bytes bigint not null default 0,
  -- how many had arrived when a beginning to be probed was last told of
  add column head_told_bytes bigint not null default 0;
update uploads set arrived_bytes = offset_bytes;
