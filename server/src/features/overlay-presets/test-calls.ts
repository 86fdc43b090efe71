import type { Scene, TestCalls } from '../../test-calls.ts';
import { overlayForm } from '../../test-presets.ts';

const overlay = async ({ ask }: Scene) =>
  (await ask('POST', '/api/encoding/v1/overlay-presets', overlayForm()))['id'];

export const testCalls: TestCalls = {
  things: { 'overlay-presets/{id}': overlay, overlayPresetId: overlay },
};
