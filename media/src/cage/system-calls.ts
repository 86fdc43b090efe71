/** The numbers of system calls on one processor. */
export type Machine = {
  /** AUDIT_ARCH_* (linux/audit.h) */
  audit: number;
  calls: Readonly<Record<string, number>> & Always;
  hasX32: boolean;
};

type Always = Record<'socket' | 'socketpair' | 'clone' | 'clone3' | 'ioctl', number>;

/**
 * By name: [x86-64 (asm/unistd_64.h), arm64 (asm-generic/unistd.h)]; null where the call does not
 * exist.
 */
const BLOCKED_CALLS: Readonly<Record<string, readonly [number | null, number | null]>> = {
  // Other processes: their memory, files and descriptors.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // New processes; threads come from clone.
  fork: [57, null],
  vfork: [58, null],
  // Files in the job's folder that lead the worker elsewhere, or to nowhere, when it reads them.
  symlink: [88, null],
  symlinkat: [266, 36],
  link: [86, null],
  linkat: [265, 37],
  mknod: [133, null],
  mknodat: [259, 33],
  // Parts of the kernel where most of its faults were found.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  seccomp: [317, 277],
  vmsplice: [278, 75],
  memfd_secret: [447, 447],
  remap_file_pages: [216, 234],
  fanotify_init: [300, 262],
  personality: [135, 92],
  modify_ldt: [154, null],
  uselib: [134, null],
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // The machine itself.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  syslog: [103, 116],
  vhangup: [153, 58],
  iopl: [172, null],
  ioperm: [173, null],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  adjtimex: [159, 171],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
};

export const BLOCKED: readonly string[] = Object.keys(BLOCKED_CALLS);

function numbersAt(column: 0 | 1): Record<string, number> {
  const known = Object.entries(BLOCKED_CALLS).flatMap(([name, numbers]) => {
    const number = numbers[column];
    return number === null ? [] : [[name, number] as const];
  });
  return Object.fromEntries(known);
}

/** By Node's name of the architecture. */
export const MACHINES: Readonly<Record<string, Machine>> = {
  x64: {
    audit: 0xc000003e,
    hasX32: true,
    calls: {
      ...numbersAt(0),
      ioctl: 16,
      socket: 41,
      socketpair: 53,
      clone: 56,
      clone3: 435,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    hasX32: false,
    calls: {
      ...numbersAt(1),
      ioctl: 29,
      socket: 198,
      socketpair: 199,
      clone: 220,
      clone3: 435,
    },
  },
};
