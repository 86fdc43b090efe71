import { useRouteParam } from '../base/router/use-address.ts';
import { paths } from '../paths.ts';
import { NotFound } from './not-found.tsx';

/** An address below a team that leads nowhere. */
export function TeamNotFound() {
  return <NotFound home={paths.team(useRouteParam('teamName'))} />;
}

/** An address outside every team of the person. */
export function OutsideNotFound() {
  return (
    <main>
      <NotFound home={paths.home()} />
    </main>
  );
}
