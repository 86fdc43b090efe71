export type SystemPackage =
  | 'ffmpeg'
  | 'bubblewrap'
  | 'chromium'
  | 'nginx'
  | 'openssl'
  | 'wrk'
  | 'util-linux'
  | 'fonts-thai-tlwg'
  | 'fonts-noto-core';

/** Throws with the one line that says how a person installs what can't be installed here. */
export function installSystemPackages(names: SystemPackage[], optional?: SystemPackage[]): void;
