import { ApiError } from '../base/api-error.ts';
import { ErrorPanel } from './error-panel.tsx';

type Props = {
  /** The kind of thing, translated. */
  item: string;
  back: { to: string; label: string };
};

/** Stands where a list has no thing of the address, as the API's own 404 does elsewhere. */
export function MissingItem({ item, back }: Props) {
  return (
    <ErrorPanel error={new ApiError({ status: 404, code: 'not_found' })} item={item} home={back} />
  );
}
