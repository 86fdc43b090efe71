import { installSystemPackages, type SystemPackage } from '../../scripts/system-packages.mjs';

/** Installs the system packages of a bench; on failure it prints how a person does it, and ends. */
export function requirePackages(...names: SystemPackage[]): void {
  try {
    installSystemPackages(names);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
