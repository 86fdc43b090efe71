import type { ReactNode } from 'react';
import { useRouteParam } from '../../../base/router/use-address.ts';
import { useTeamScope } from '../../../base/team-scope.ts';
import { Link } from '../../../ui/link.tsx';
import { resolveLink } from '../rules/links.ts';
import type { Marked, Words } from '../rules/guide.ts';

export function GuideWords({ words }: { words: Words }) {
  return words.map((word, at) =>
    typeof word === 'string' ? word : <MarkedWords key={at} marked={word} />,
  );
}

function MarkedWords({ marked }: { marked: Marked }) {
  const words = <GuideWords words={marked.words} />;
  switch (marked.as) {
    case 'strong':
      return <strong>{words}</strong>;
    case 'em':
      return <em>{words}</em>;
    case 'code':
      return <code translate="no">{words}</code>;
    case 'link':
      return <GuideLink href={marked.href}>{words}</GuideLink>;
  }
}

function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  const { teamName } = useTeamScope();
  const link = resolveLink(href, { teamName, guide: useRouteParam('guide') });
  if (link.isOurs) return <Link to={link.to}>{children}</Link>;
  return (
    <a href={link.to} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
