import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFault, faultsWith, videos } from './layout/test-tree.ts';

it('finds nothing in a sound tree', () => {
  assert.deepEqual(faultsWith({}), []);
});

describe('placement', () => {
  it('refuses a flat folder of many components', () => {
    const parts = (folder: string) =>
      Array.from({ length: 26 }, (_, at) => [`${folder}/part-${at}.tsx`, ''] as const);
    const folder = 'console/src/features/videos/components';
    assertFault(Object.fromEntries(parts(folder)), /has a folder per screen/);
    const split = [...parts(`${folder}/list`).slice(1), ...parts(`${folder}/video`).slice(1)];
    assert.deepEqual(faultsWith(Object.fromEntries(split)), []);
  });

  it('refuses an unplanned root folder', () => {
    assertFault({ 'packages/a.ts': '' }, /^packages\/: no such root folder/);
  });

  it('refuses files between the layers of server and console', () => {
    assertFault({ 'server/src/server.ts': '' }, /holds start, features, base, migrations/);
    assertFault(
      { 'console/src/hooks/use-a.ts': '' },
      /holds features, pages, ui, base, .*main\.tsx/,
    );
  });

  it('refuses a word outside the vocabulary of a server feature and says where things go', () => {
    assertFault(
      { [`${videos}/mailer.ts`]: '' },
      /mailer\.ts: a feature folder of the server holds routes, .*adapter\.ts/,
    );
    assertFault({ [`${videos}/actions/deep/er.ts`]: '' }, /a feature folder of the server holds/);
    assertFault({ [`${videos}/notes.md`]: '' }, /a feature folder of the server holds/);
  });

  it('refuses a word outside the vocabulary of a console feature', () => {
    assertFault(
      { 'console/src/features/videos/list.tsx': '' },
      /a feature folder of the console holds routes\.tsx/,
    );
  });

  it('refuses names that say nothing, for folders and for files', () => {
    for (const path of [
      'media/src/utils/a.ts',
      'edge/src/common/a.ts',
      'storage/src/shared.ts',
      'player/src/helpers/a.ts',
      'server/src/base/core.ts',
    ]) {
      assertFault({ [path]: '' }, /says nothing/);
    }
  });

  it('refuses file names that are not kebab-case', () => {
    assertFault({ 'media/src/planEncode.ts': '' }, /kebab-case/);
    assertFault({ 'console/src/ui/Button.tsx': '' }, /kebab-case/);
  });

  it('refuses index files and modules that pass everything on', () => {
    assertFault({ 'media/src/index.ts': '' }, /no index files/);
    assertFault({ 'media/src/all.ts': `export * from './encode.ts';` }, /all\.ts:1 no barrels/);
  });

  it('refuses a file of more than 400 lines', () => {
    assertFault({ 'media/src/long.ts': 'a;\n'.repeat(401) }, /401 lines, at most 400/);
    assert.deepEqual(faultsWith({ 'media/src/long.ts': 'a;\n'.repeat(400) }), []);
    assertFault(
      { 'contract/src/preset-rules/long.ts': 'a;\n'.repeat(601) },
      /601 lines, at most 600/,
    );
  });

  it('refuses literals that are spread to pack lines', () => {
    for (const packed of [
      'f({ ...{ a: 1, b: 2 } });',
      "f([...['a', 'b']]);",
      "f(...['a', 'b']);",
      'new F(...[1, 2]);',
    ]) {
      assertFault({ 'media/src/a.ts': `\n${packed}\n` }, /a\.ts:2 write the fields/);
    }
    assertFault({ 'console/src/ui/a.tsx': 'f(<p {...{ id }} />);' }, /a\.tsx:1 write the fields/);
    const honest = 'f({ ...a, ...(b ? { c } : {}) }, [...d, ...[1].map(g)]);';
    assert.deepEqual(faultsWith({ 'media/src/a.ts': honest }), []);
  });

  it('refuses to switch a lint rule off without saying why', () => {
    const comment = '// oxlint-disable-next-line no-shadow';
    assertFault({ 'media/src/a.ts': `\n${comment}\n` }, /a\.ts:2 say why/);
    assert.deepEqual(faultsWith({ 'media/src/a.ts': `${comment} -- the source has them\n` }), []);
  });

  it('refuses a gap or a double in the numbers of migrations', () => {
    assertFault({ 'server/src/migrations/0003-late.sql': '' }, /numbered without gaps: 0002/);
    assertFault({ 'server/src/migrations/0001-again.sql': '' }, /0001-videos.sql.* 0002/);
  });

  it('refuses a link in the documentation to a file that is not there', () => {
    assertFault({ 'docs/operate.md': 'See [x](gone.md#part).' }, /links to gone\.md/);
    assert.deepEqual(faultsWith({ 'docs/operate.md': 'See [x](../media/).' }), []);
  });
});

describe('feature names', () => {
  it('refuses routes of a feature that the contract calls otherwise', () => {
    assertFault({ 'server/src/features/clips/routes.ts': '' }, /no contract\/src\/clips\.ts/);
  });

  it('refuses a console feature that the server calls otherwise', () => {
    assertFault({ 'console/src/features/clips/data.ts': '' }, /no server\/src\/features\/clips/);
  });

  it('refuses a contract file that is neither a feature nor listed as shared', () => {
    assertFault({ 'contract/src/clips.ts': '' }, /contract\/src\/clips\.ts: there is no server/);
    assertFault({ 'contract/src/clips/calls.ts': '' }, /clips\.ts: there is no server/);
  });
});

describe('directions', () => {
  it('refuses an import between root folders that is not drawn', () => {
    assertFault(
      { 'edge/src/serve.ts': `import { a } from '@kinora/server/base/http';` },
      /serve\.ts:1 .*edge may import contract, .* not server/,
    );
    assertFault(
      { 'contract/src/videos.ts': `import { a } from '@kinora/media/encode';` },
      /contract may import no other folder/,
    );
    assertFault(
      { 'console/src/ui/a.ts': `const a = await import('@kinora/storage/folder');` },
      /not storage/,
    );
  });

  it('refuses a relative path into another root folder, even an allowed one', () => {
    assertFault(
      { 'edge/src/serve.ts': `import { a } from '../../contract/src/errors.ts';` },
      /by its name: @kinora\/contract/,
    );
  });

  it('refuses values of the contract in folders that know only its types', () => {
    for (const path of ['manifests/src/hls.ts', 'playback-rules/src/rule.ts']) {
      assertFault(
        { [path]: `import { errors } from '@kinora/contract/errors';` },
        /takes only types/,
      );
    }
  });

  it('refuses imports that lead back up: base → features, features → start, ui → features', () => {
    assertFault(
      { 'server/src/base/a.ts': `import '../features/videos/queries.ts';` },
      /base may import base, migrations, not features/,
    );
    assertFault(
      { [`${videos}/rules.ts`]: `import '../../start/all.ts';` },
      /features may import features, base, not start/,
    );
    assertFault(
      { 'console/src/ui/a.ts': `import '../features/videos/data.ts';` },
      /ui may import ui, base, paths, not features/,
    );
  });

  it('refuses each kind of file the kinds it must not know', () => {
    assertFault(
      { [`${videos}/queries.ts`]: `import './actions/delete.ts';` },
      /queries may import queries, policy, rules, parts, not actions/,
    );
    assertFault(
      { [`${videos}/rules.ts`]: `import './queries.ts';` },
      /rules may import rules, policy, not queries/,
    );
    assertFault({ [`${videos}/jobs.ts`]: `import './routes.ts';` }, /not routes/);
    const work = { [`${videos}/work/publish.ts`]: '' };
    for (const kind of ['routes', 'actions', 'queries', 'jobs', 'events', 'parts', 'adapter']) {
      assertFault(
        { ...work, [`${videos}/${kind}/a.ts`]: `import '../work/publish.ts';` },
        new RegExp(`${kind} may import .*, not work`),
      );
    }
    const parts = { [`${videos}/parts.ts`]: `import './queries.ts';` };
    assert.deepEqual(faultsWith(parts), []);
    const event = { [`${videos}/events.ts`]: '' };
    assertFault({ ...parts, [`${videos}/events.ts`]: `import './parts.ts';` }, /not parts/);
    assertFault({ [`${videos}/parts.ts`]: `import './events.ts';`, ...event }, /not events/);
  });

  it('shows sections of features on the pages of the main layer alone', () => {
    const section = { 'console/src/features/videos/sections/keys.tsx': '' };
    const page = `import '../features/videos/sections/keys.tsx';`;
    assert.deepEqual(faultsWith({ ...section, 'console/src/pages/project.tsx': page }), []);
    assertFault(
      {
        ...section,
        'server/src/features/projects/rules.ts': '',
        'console/src/features/projects/data.ts': `import '../videos/sections/keys.tsx';`,
      },
      /videos\/sections is closed to other features/,
    );
    assertFault(
      {
        'console/src/pages/a.tsx': '',
        'console/src/features/videos/data.ts': `import '../../pages/a.tsx';`,
      },
      /features may import features, ui, base, paths, not main/,
    );
  });

  it('refuses what another feature keeps to itself', () => {
    const other = 'server/src/features/projects';
    const contract = { 'contract/src/projects/calls.ts': '' };
    assertFault(
      {
        ...contract,
        [`${other}/actions.ts`]: `import '../videos/jobs.ts';`,
        [`${videos}/jobs.ts`]: '',
      },
      /videos\/jobs is closed to other features/,
    );
    assertFault(
      {
        ...contract,
        [`${other}/work.ts`]: `import '../videos/work.ts';`,
        [`${videos}/work.ts`]: '',
      },
      /videos\/work is closed to other features/,
    );
    assert.deepEqual(
      faultsWith({
        ...contract,
        [`${other}/actions.ts`]: `import '../videos/queries.ts';`,
        [`${other}/routes.ts`]: `import '../videos/parts.ts';`,
        [`${other}/events.ts`]: `import '../videos/events.ts';`,
        [`${videos}/parts.ts`]: '',
        [`${videos}/events.ts`]: '',
      }),
      [],
    );
  });

  it('refuses what is there for tests in the product', () => {
    assertFault(
      { 'media/src/a.ts': `import './test-clip.ts';`, 'media/src/test-clip.ts': '' },
      /nothing that is there for tests/,
    );
  });

  it('refuses the edge outside start', () => {
    assertFault(
      { 'server/src/base/a.ts': `import { startEdge } from '@kinora/edge/start';` },
      /edge is started in server\/src\/start/,
    );
  });

  it('refuses media outside work and start', () => {
    assertFault(
      { [`${videos}/routes.ts`]: `import { encode } from '@kinora/media/encode';` },
      /media is imported by work\.ts/,
    );
    assert.deepEqual(
      faultsWith({ [`${videos}/work.ts`]: `import { encode } from '@kinora/media/encode';` }),
      [],
    );
  });
});

describe('circles', () => {
  it('refuses files that import each other in a circle', () => {
    assertFault(
      {
        'media/src/a.ts': `import './b.ts';`,
        'media/src/b.ts': `import './c.ts';`,
        'media/src/c.ts': `import './a.ts';`,
      },
      /circle: media\/src\/a\.ts → media\/src\/b\.ts → media\/src\/c\.ts → media\/src\/a\.ts/,
    );
  });

  it('refuses files that know each other by type alone', () => {
    assertFault(
      {
        'media/src/a.ts': `import './b.ts';`,
        'media/src/b.ts': `import type { A } from './a.ts';`,
      },
      /circle: media\/src\/a\.ts → media\/src\/b\.ts → media\/src\/a\.ts/,
    );
  });

  it('refuses features that import each other in a circle, by type too', () => {
    const other = 'server/src/features/projects';
    assertFault(
      {
        'contract/src/projects.ts': '',
        [`${other}/queries.ts`]: `import type { V } from '../videos/queries.ts';`,
        [`${videos}/policy.ts`]: `import type { P } from '../projects/rules.ts';`,
        [`${other}/rules.ts`]: '',
      },
      /features import each other in a circle: .*videos → .*projects → .*videos|projects → .*videos → .*projects/,
    );
  });

  it('lets routes and work ask a feature that takes in parts of theirs', () => {
    const other = 'server/src/features/projects';
    const parts = { [`${videos}/parts.ts`]: `import { part } from '../projects/parts.ts';` };
    const asking = `import { updateVideo } from '../videos/actions.ts';`;
    const own = { [`${other}/parts.ts`]: '', [`${videos}/actions.ts`]: '' };
    for (const entry of ['routes.ts', 'work.ts', 'work/one.ts']) {
      const faults = faultsWith({ ...parts, ...own, [`${other}/${entry}`]: asking });
      assert.deepEqual(
        faults.filter((fault) => fault.includes('circle')),
        [],
        entry,
      );
    }
    assertFault(
      { ...parts, ...own, [`${other}/actions.ts`]: asking },
      /in a circle: .*ask for it in routes or work/,
    );
  });
});
