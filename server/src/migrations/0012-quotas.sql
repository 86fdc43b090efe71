-- What an account used of each kind in the hour that it last used any: one row for each, so that
-- a limit is a look at one row and nothing has to be swept.
create table quota_uses (
  account_id uuid not null references accounts on delete cascade,
  -- features/quotas/rules.ts
  kind text not null,
  hour timestamptz not null,
  amount bigint not null,
  primary key (account_id, kind)
);
