import assert from 'node:assert/strict';
import { test } from 'node:test';
import words from '@kinora/i18n/en/presets.form' with { type: 'json' };
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { createForm } from '../rules/parts.ts';
import { checkPreset } from '../rules/problems.ts';
import { useFieldLabel } from './problem-words.ts';

const Label = ({ path }: { path: string }) => useFieldLabel()(path);

test('the message of a duplicate track names the field that is wrong, its resolution', () => {
  const form = { ...createForm('classic', 'Stereo'), name: 'News' };
  const profiles = form.profiles.map((profile) => ({
    ...profile,
    videoTracks: profile.videoTracks.map((track) => ({ ...track, size: '720' })).slice(0, 2),
  }));
  const [[path, problem] = ['']] = Object.entries(checkPreset({ ...form, profiles }));
  assert.equal(problem?.code, 'duplicate_video_track');
  const messages = { presets: words };
  const intl = { locale: 'en', timeZone: 'UTC', messages, children: null } as const;
  const page = createElement(IntlProvider, intl, createElement(Label, { path }));
  assert.equal(renderToStaticMarkup(page), words.fields.resolution);
});
