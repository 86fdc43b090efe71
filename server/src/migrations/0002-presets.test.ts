import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { PresetProfile } from '@kinora/contract/preset-tracks';
import { newId } from '../base/ids.ts';
import { openTestMigrations } from '../base/test-migrations.ts';
import { SYSTEM_PRESETS } from '../features/presets/rules.ts';

const { client, migrateTo, close } = await openTestMigrations();
after(close);

/** As they were written by version 0.1. */
function firstProfiles(sizes: [size: number, crf: number, maxBitRateKbps: number][]) {
  const videoTracks = sizes.map(([size, crf, maxBitRateKbps]) => ({
    name: `${size}p`,
    resolutionControl: { type: 'shortestSide', size },
    frameRateControl: { maxFrameRate: 60 },
    codec: 'h264',
    videoCodecOptions: {
      qualityControlMode: 'constrainedEncoding',
      crf,
      maxBitRateKbps,
      profile: size <= 240 ? 'main' : 'high',
    },
    audioTrackKey: 'stereo',
  }));
  const stereo = { key: 'stereo', codec: 'aac', bitRateKbps: 128, sampleRate: 48_000, channels: 2 };
  return [{ name: 'HLS', enabled: true, formatType: 'hls', videoTracks, audioTracks: [stereo] }];
}

test('presets of version 0.1 get the fields of today, and each team two more', async () => {
  await migrateTo('presets', 'before');
  const teams = [newId(), newId()];
  const ladder: [number, number, number][] = [
    [1080, 23, 5500],
    [720, 23, 3200],
    [480, 23, 1600],
    [360, 23, 900],
    [240, 24, 450],
  ];
  const firstPresets: [string, unknown][] = [
    ['Standard 1080p', firstProfiles(ladder)],
    ['Compact 720p', firstProfiles(ladder.slice(1))],
  ];
  for (const [at, team] of teams.entries()) {
    const namespace = `team-${at}`;
    await client.query('insert into teams (id, namespace, name) values ($1, $2, $2)', [
      team,
      namespace,
    ]);
    for (const [place, [name, profiles]] of firstPresets.entries()) {
      const madeAt = new Date(Date.UTC(2026, 1, 1) + place);
      await client.query(
        `insert into presets (id, team_id, name, vod_delivery_model, is_system, profiles, created_at)
         values ($1, $2, $3, 'classic', true, $4, $5)`,
        [newId(), team, name, JSON.stringify(profiles), madeAt],
      );
    }
  }
  await migrateTo('presets', 'with');
  for (const team of teams) {
    const { rows } = await client.query<{ profiles: unknown }>(
      `select name, vod_delivery_model as "vodDeliveryModel", profiles
       from presets where team_id = $1 and is_system and background_completion = 'whenIdle'
         and default_resolution is null and updated_at = created_at order by created_at`,
      [team],
    );
    for (const row of rows)
      assert.deepEqual(PresetProfile.array().parse(row.profiles), row.profiles);
    assert.deepEqual(rows, SYSTEM_PRESETS);
  }
});
