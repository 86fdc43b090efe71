import type { UseQueryOptions } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { CardColumn } from './form-page.tsx';
import { CopyField } from './copy-field.tsx';
import { Loaded } from './loaded.tsx';
import { Skeleton } from './skeleton.tsx';

/** A secret, or the name that goes with it, and how its button to copy it is called. */
export type Secret = { label: string; value: string; copyLabel: string };

/** Secrets that were just made, each to be copied. */
export function SecretOnce({ secrets }: { secrets: readonly Secret[] }) {
  return (
    <CardColumn>
      {secrets.map((secret) => (
        <CopyField key={secret.label} {...secret} wrap />
      ))}
    </CardColumn>
  );
}

type RevealProps<Answer> = {
  /** Asks for them as they are to be seen; what it answers isn't kept. */
  query: Pick<UseQueryOptions<Answer>, 'queryKey' | 'queryFn'>;
  /** The kind of thing that the secrets belong to, translated. */
  item: string;
  list: (answer: Answer) => readonly Secret[];
};

/** Secrets that are kept: asked for while this stands. */
export function SecretReveal<Answer>({ query, item, list }: RevealProps<Answer>) {
  const secrets = useQuery({ ...query, gcTime: 0, staleTime: 0 });
  return (
    <Loaded query={secrets} skeleton={<Skeleton height={120} />} item={item}>
      {(answer) => <SecretOnce secrets={list(answer)} />}
    </Loaded>
  );
}
