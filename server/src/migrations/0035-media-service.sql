-- The one host at which a team's players ask for licences: a playback domain of a channel that gives
-- them, default or own.
alter table drm_configs add column licence_host text;
