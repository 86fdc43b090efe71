import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { PresetProfile } from '@kinora/contract/preset-tracks';
import { newId } from '../base/ids.ts';
import { migrate, migrationsFolder } from '../base/migrate.ts';
import { emptyTestDatabase } from '../base/test-database.ts';
import { systemPresets } from '../features/presets/rules.ts';

const { url, close } = await emptyTestDatabase();
const client = new pg.Client(url);
const folder = await mkdtemp(join(tmpdir(), 'kinora-migrations-'));

before(() => client.connect());
after(async () => {
  await client.end();
  await close();
  await rm(folder, { recursive: true });
});

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

async function migrateUpTo(number: number): Promise<void> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
  for (const name of names.toSorted().slice(0, number)) {
    await cp(join(migrationsFolder, name), join(folder, name));
  }
  await migrate(url, folder);
}

test('presets of version 0.1 get the fields of today, and each team two more', async () => {
  await migrateUpTo(1);
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
  await migrateUpTo(2);
  for (const team of teams) {
    const { rows } = await client.query<{ profiles: unknown }>(
      `select name, vod_delivery_model as "vodDeliveryModel", profiles
       from presets where team_id = $1 and is_system and background_completion = 'whenIdle'
         and default_resolution is null and updated_at = created_at order by created_at`,
      [team],
    );
    for (const row of rows)
      assert.deepEqual(PresetProfile.array().parse(row.profiles), row.profiles);
    assert.deepEqual(rows, systemPresets);
  }
});
