import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id, Time } from './fields.ts';
import { queryNumber, shortList } from './lists.ts';

export const VideoTrack = z.object({
  name: z.string(),
  /** Pixels of the shortest side; a source with fewer is never enlarged. */
  resolutionControl: z.object({ type: z.literal('shortestSide'), size: z.int().min(2).max(8192) }),
  frameRateControl: z.object({ maxFrameRate: z.number().min(1).max(240).nullable() }),
  codec: z.literal('h264'),
  videoCodecOptions: z.object({
    qualityControlMode: z.literal('constrainedEncoding'),
    crf: z.int().min(0).max(51),
    maxBitRateKbps: z.int().min(50).max(100_000),
    profile: z.enum(['baseline', 'main', 'high']),
  }),
  audioTrackKey: z.string(),
});
export type VideoTrack = z.infer<typeof VideoTrack>;

export const AudioTrack = z.object({
  key: z.string(),
  codec: z.literal('aac'),
  bitRateKbps: z.int().min(16).max(512),
  sampleRate: z.int().min(8000).max(96_000),
  channels: z.int().min(1).max(8),
});
export type AudioTrack = z.infer<typeof AudioTrack>;

export const PresetProfile = z.object({
  name: z.string(),
  enabled: z.boolean(),
  formatType: z.literal('hls'),
  videoTracks: z.array(VideoTrack),
  audioTracks: z.array(AudioTrack),
});
export type PresetProfile = z.infer<typeof PresetProfile>;

export const Preset = z.object({
  id: Id,
  name: z.string(),
  vodDeliveryModel: z.literal('classic'),
  /** System presets come with the team and can't be changed. */
  isSystem: z.boolean(),
  profiles: z.array(PresetProfile),
  createdAt: Time,
});
export type Preset = z.infer<typeof Preset>;

export const presets = {
  list: oc
    .route({
      method: 'GET',
      path: '/api/encoding/v1/presets',
      tags: ['presets'],
      summary: 'Presets of the team',
    })
    .input(z.object({ limit: queryNumber(1, 100).default(100) }))
    .output(shortList(Preset)),
  get: oc
    .route({
      method: 'GET',
      path: '/api/encoding/v1/presets/{id}',
      tags: ['presets'],
      summary: 'One preset',
    })
    .input(z.object({ id: Id }))
    .output(Preset),
};
