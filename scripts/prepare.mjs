// Brings a fresh machine to where the product runs. The start script in package.json runs the product
// after it, under the Node that was installed.
import { buildStaleApps } from './build.mjs';
import { arePackagesInstalled, installPackages, MissingError } from './install.mjs';
import { findMissing, installSystemPackages } from './system-packages.mjs';

try {
  // The sandbox is optional: tried once, not at every start of a machine that can't have it.
  const mayInstall = !arePackagesInstalled() || findMissing(['ffmpeg']).length > 0;
  // First, as a person may have to do it: packages take a minute.
  installSystemPackages(['ffmpeg'], mayInstall ? ['bubblewrap'] : []);
  installPackages();
  const failed = await buildStaleApps();
  if (failed.length > 0) throw new MissingError(`Could not build: ${failed.join(', ')}.`);
} catch (error) {
  if (!(error instanceof MissingError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
