import { useTranslations } from 'use-intl';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { paths } from '../../../paths.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { Note } from '../../../ui/note.tsx';
import type { Block, Guide, Words } from '../rules/guide.ts';
import { GuideWords } from './guide-words.tsx';
import classes from './help.module.css';

type Props = { blocks: readonly Block[]; pictures: Guide['pictures'] };

// Blocks and words come with the build and never move, so an index can be their key.

export function GuideBlocks({ blocks, pictures }: Props) {
  return blocks.map((block, at) => <GuideBlock key={at} block={block} pictures={pictures} />);
}

function GuideBlock({ block, pictures }: { block: Block; pictures: Guide['pictures'] }) {
  switch (block.is) {
    case 'heading':
      return <Heading {...block} />;
    case 'paragraph':
      return (
        <p>
          <GuideWords words={block.words} />
        </p>
      );
    case 'list': {
      const items = block.items.map((blocks, at) => (
        <li key={at}>
          <GuideBlocks blocks={blocks} pictures={pictures} />
        </li>
      ));
      return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table {...block} />;
    case 'code':
      return <Code {...block} />;
    case 'note':
      return (
        <Note tone="info">
          <GuideBlocks blocks={block.blocks} pictures={pictures} />
        </Note>
      );
    case 'picture': {
      const { alt, width, height } = block;
      return (
        <img
          className={classes.picture}
          src={pictures[block.file]}
          alt={alt}
          width={width}
          height={height}
        />
      );
    }
  }
}

type HeadingProps = { level: 2 | 3; id: string; words: Words };

/** A heading is a link to itself, to be sent to others. */
function Heading({ level, id, words }: HeadingProps) {
  const { teamName } = useTeamScope();
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <Tag id={id}>
      <Link to={paths.help(teamName, useRouteParam('guide'), id)}>
        <GuideWords words={words} />
      </Link>
    </Tag>
  );
}

type TableProps = { head: readonly Words[]; rows: readonly (readonly Words[])[] };

function Table({ head, rows }: TableProps) {
  const t = useTranslations('help');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys have to scroll it
    <div className={classes.table} role="region" aria-label={t('table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((words, at) => (
              <th key={at} scope="col">
                <GuideWords words={words} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((words, at) => (
                <td key={at}>
                  <GuideWords words={words} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Gives the names that people know languages by, for those that the guides' fences say. */
const LANGUAGES: Record<string, string> = { sh: 'Shell', html: 'HTML', js: 'JavaScript' };

type CodeProps = { language: string; code: string; file?: string };

function Code({ language, code, file }: CodeProps) {
  const t = useTranslations('help');
  const name = LANGUAGES[language] ?? language;
  return (
    <figure className={classes.code}>
      <figcaption>
        {file === undefined ? name : `${name} · ${file}`}
        <CopyButton value={`${code}\n`} label={t('copy')} small />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <pre role="region" aria-label={file ?? t('code')} tabIndex={0} translate="no">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
