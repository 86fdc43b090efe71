/** One line of ffprobe's compact writer, such as `stream|index=0|codec_name=h264`. */
export type Section = { name: string; fields: Map<string, string> };

/** Times of one stream's packets, in ticks of its time base. */
export type PacketTimes = {
  ticks: number[];
  /** false once a packet had no presentation time */
  exact: boolean;
  /** max end of a packet */
  endTicks: number;
  /** how long the packet that is shown last lasts; 0 where that is unknown */
  lastTicks: number;
  /** max ticks by which a key frame is decoded before it is shown; 0 where seeking ignores it */
  keyLeadTicks: number;
  /** decode time and duration of each packet, as read; only where clocks may jump */
  decoding: { tick: number; duration: number }[];
};

// 24 hours at 120 frames per second, beside several audio tracks.
const MAX_PACKETS = 30_000_000;

const PACKET =
  /^packet\|stream_index=(\d+)\|pts=([-\d]+|N\/A)\|dts=([-\d]+|N\/A)\|duration=(\d+|N\/A)\|flags=(..)/;

type ReadTimes = PacketTimes & { latestTick: number };

type ReaderOptions = {
  keepDecoding?: boolean;
  /** MP4 and MOV: durations are those to the next packet, whichever is shown next */
  isMov?: boolean;
};

/**
 * Reads ffprobe's `-of compact` output as it arrives: packets are folded into times per stream, the
 * few other sections are kept. `hasTooMany` turns true when the packets exceed any honest video.
 */
export function createProbeReader(options: ReaderOptions = {}): {
  push: (text: string) => void;
  sections: Section[];
  packets: Map<number, PacketTimes>;
  hasTooMany: () => boolean;
} {
  const sections: Section[] = [];
  const packets = new Map<number, ReadTimes>();
  let rest = '';
  let count = 0;
  const readLine = (line: string): void => {
    const packet = PACKET.exec(line);
    if (!packet) {
      if (/^(?:stream|format|frame)\|/.test(line)) addSection(sections, readSection(line));
      return;
    }
    count += 1;
    if (count <= MAX_PACKETS) addPacket(packets, packet, options);
  };
  const push = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) readLine(line);
  };
  return { push, sections, packets, hasTooMany: () => count > MAX_PACKETS };
}

/** Streams of a transport stream's programs come twice: within the program and on their own. */
function addSection(sections: Section[], section: Section): void {
  const index = section.fields.get('index');
  const isKnown =
    section.name === 'stream' &&
    sections.some(({ name, fields }) => name === 'stream' && fields.get('index') === index);
  if (!isKnown) sections.push(section);
}

function addPacket(
  packets: Map<number, ReadTimes>,
  match: RegExpExecArray,
  { keepDecoding, isMov }: ReaderOptions,
): void {
  const [, index = '0', pts = 'N/A', dts = 'N/A', duration = '0', flags = '__'] = match;
  // D: decoded but not shown, because an edit list cuts it off.
  if (flags.includes('D')) return;
  const stream = Number(index);
  const times = packets.get(stream) ?? {
    ticks: [],
    exact: true,
    endTicks: -Infinity,
    lastTicks: 0,
    keyLeadTicks: 0,
    latestTick: -Infinity,
    decoding: [],
  };
  packets.set(stream, times);
  if (pts === 'N/A') times.exact = false;
  const tick = Number(pts === 'N/A' ? dts : pts);
  if (Number.isNaN(tick)) return;
  times.ticks.push(tick);
  if (isMov && flags.includes('K') && dts !== 'N/A')
    times.keyLeadTicks = Math.max(times.keyLeadTicks, tick - Number(dts));
  const ticks = duration === 'N/A' ? 0 : Number(duration);
  if (keepDecoding)
    times.decoding.push({ tick: dts === 'N/A' ? tick : Number(dts), duration: ticks });
  times.endTicks = Math.max(times.endTicks, tick + ticks);
  if (tick >= times.latestTick) {
    times.latestTick = tick;
    times.lastTicks = ticks || times.lastTicks;
  } else if (isMov && ticks > 1) {
    // A still stretch may count for a frame that is shown behind it.
    times.lastTicks = Math.min(times.lastTicks, ticks);
  }
}

/**
 * Completes the times of a stream in which some packets have no presentation time. Frames are shown at the
 * times of decoding, delayed by the frames that are reordered. Without recorded decode times, the times are
 * returned unchanged.
 */
export function completeTimes(times: PacketTimes): PacketTimes {
  const { exact, ticks, decoding } = times;
  if (exact || decoding.length !== ticks.length) return times;
  const decoded = decoding.map(({ tick }) => tick);
  const findFirst = (list: readonly number[]): number =>
    list.reduce((min, tick) => Math.min(min, tick), Infinity);
  const delay = findFirst(ticks) - findFirst(decoded);
  return { ...times, ticks: decoded.map((tick) => tick + delay) };
}

/** Splits on `|` outside of the writer's backslash escapes. */
export function readSection(line: string): Section {
  const [name = '', ...pairs] = line.match(/(?:\\.|[^|\\])+/g) ?? [];
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    const value = pair.slice(at + 1).replaceAll(/\\(.)/g, (_, char: string) => unescape(char));
    // The first wins: a stream's own field precedes one of the same name in its side data.
    if (!fields.has(pair.slice(0, at))) fields.set(pair.slice(0, at), value);
  }
  return { name, fields };
}

function unescape(char: string): string {
  return { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[char] ?? char;
}
