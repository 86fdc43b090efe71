-- In batches: what the triggers of the migration before copy, and the text that is searched in its new
-- form, of lines (`videos/rules/search.ts`), by which rows that are not converted are known.
with chosen as materialized (
  select key, current_revision_key from videos where strpos(search, e'\n') = 0 limit 5000
), texts as materialized (
  select v.key, r.key as revision_key, r.state, r.probe_error_type, r.duration_ms,
    r.source_size_bytes,
    regexp_replace(lower(v.title collate "und-x-icu"), '\s+', ' ', 'g') || e'\n' || coalesce((
      select string_agg(e'\t' || lower(t.name collate "und-x-icu") || e'\n', '')
      from video_tags vt join tags t on t.id = vt.tag_id where vt.video_key = v.key
    ), '') || regexp_replace(lower(coalesce(r.source_file_name, '') collate "und-x-icu"), '\s+', ' ', 'g') as text
  from chosen c join videos v on v.key = c.key
  left join revisions r on r.key = c.current_revision_key
)
update videos v
set state = coalesce(video_state(t.state, t.probe_error_type), v.state),
  duration_ms = coalesce(t.duration_ms, 0), size_bytes = coalesce(t.source_size_bytes, 0),
  -- 4 bytes of UTF-8 at most for each of the letters that are kept of a long one
  search = case when octet_length(t.text) <= 1900 then t.text else left(t.text, 475) end
    || e'\n' || lower(v.key)
from texts t where v.key = t.key;
