import type { PresetInput } from '@kinora/contract/preset-input';
import type { z } from 'zod';

/** Keeps to all rules; every field of the contract is there. */
export const presetInput: z.input<typeof PresetInput> & object = {
  name: 'Lectures',
  vodDeliveryModel: 'classic',
  profiles: [
    {
      name: 'HLS',
      enabled: true,
      formatType: 'hls',
      videoTracks: [
        {
          name: '720p',
          resolutionType: '720p',
          resolutionControl: { type: 'shortestSide', size: 720 },
          frameRateControl: { maxFrameRate: 30 },
          codec: 'h264',
          videoCodecOptions: {
            qualityControlMode: 'constrainedEncoding',
            crf: 24,
            targetBitRateKbps: null,
            maxBitRateKbps: 2500,
            qp: null,
            cq: null,
            profile: 'high',
            speed: 'fast',
          },
          videoDurationCondition: { minimumSeconds: 60, maximumSeconds: 3600 },
          encryption: { isEnableVideoEncryption: false, keyServerId: null },
          audioTrackKey: 'stereo',
        },
      ],
      audioTracks: [
        {
          key: 'stereo',
          name: 'Stereo',
          codec: 'aac',
          bitRateKbps: 128,
          sampleRate: 48_000,
          channels: 2,
        },
      ],
      audioVariants: [
        { key: 'thai', name: 'Thai', languageCode: 'tha', isAudioDescription: false },
      ],
    },
  ],
  defaultResolution: { type: 'shortestSide', size: 720 },
  backgroundCompletion: 'whenIdle',
};

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const logo = () => new File([new Uint8Array(png)], 'logo.png', { type: 'image/png' });

/** An overlay preset as a form sends it. */
export function overlayForm(): FormData {
  const form = new FormData();
  form.append('name', 'Logo');
  form.append('position', 'topRight');
  for (const name of ['sizePercent', 'opacityPercent']) form.append(name, '50');
  form.append('marginPercent', '3');
  form.append('image', logo());
  return form;
}
