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

type SubtitleStreamController = NonNullable<HlsConfig['subtitleStreamController']>;

const Captions = HlsJs.DefaultConfig.subtitleStreamController as SubtitleStreamController;

/**
 * The part of hls.js that loads captions, which waits for the browser's buffer. Its own loads them before
 * as it does media, and loses them where it has no track to put them into yet.
 */
export class PatientCaptions extends Captions {
  override doTick(): void {
    if (this.media) super.doTick();
  }

  protected override onMediaAttached(
    ...attached: Parameters<InstanceType<SubtitleStreamController>['onMediaAttached']>
  ): void {
    super.onMediaAttached(...attached);
    this.tick();
  }
}
