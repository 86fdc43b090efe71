import { installSystemPackages, type SystemPackage } from '../../scripts/system-packages.mjs';

/** Installs what a bench needs beside npm's packages; else says how a person does it, and ends. */
export function needs(...names: SystemPackage[]): void {
  try {
    installSystemPackages(names);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
