import HlsJs from 'hls.js';
import type { HlsConfig } from 'hls.js';

type AudioStreamController = NonNullable<HlsConfig['audioStreamController']>;

const Controller = HlsJs.DefaultConfig.audioStreamController as AudioStreamController;

/**
 * The part of hls.js that loads audio, which goes on as soon as the video has told where time begins.
 * Its own looks again with its next tick, and that costs the first frame up to 100 ms.
 */
export class PromptAudio extends Controller {
  override onInitPtsFound(
    ...found: Parameters<InstanceType<AudioStreamController>['onInitPtsFound']>
  ): void {
    super.onInitPtsFound(...found);
    this.tick();
  }
}
