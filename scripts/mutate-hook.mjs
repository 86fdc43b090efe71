// Loaded before the tests of a mutant, in every process of theirs: gives one file changed.
import { registerHooks } from 'node:module';

const { url, start, end, text } = JSON.parse(process.env['KINORA_MUTANT']);

registerHooks({
  load(loadedUrl, context, nextLoad) {
    const loaded = nextLoad(loadedUrl, context);
    if (loadedUrl !== url) return loaded;
    const source = Buffer.from(loaded.source).toString('utf8');
    return { ...loaded, source: source.slice(0, start) + text + source.slice(end) };
  },
});
