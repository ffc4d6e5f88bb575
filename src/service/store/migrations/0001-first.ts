import { isPostgres } from '../sql/is-postgres.ts'
import { indexTexts, indexWords } from './index-texts.ts'
import type { Migration } from './migration.ts'
import { runStatements } from './run-statements.ts'

/** All tables, as 0.1.0 has them. */
export const first: Migration = {
  version: 1,
  name: 'checkwright 0.1',
  async up(db) {
    const dialect = isPostgres(db) ? postgres : sqlite
    const areas = [
      organizations,
      people,
      connections,
      runs,
      describeFindings(dialect),
      outcomes,
      files,
      inventories,
      directory,
      accessReviews,
      obligations,
      notices,
      proof,
    ]
    for (const statements of areas) await runStatements(db, statements)
    await indexWords(db)
    for (const texts of searchedTexts) await indexTexts(db, texts)
  },
}

/** What no common SQL can say. */
interface Dialect {
  readonly stored: string
  /** Where the first line of `search_text` ends. */
  readonly lineBreak: string
}

const sqlite: Dialect = { stored: '', lineBreak: 'instr(search_text, char(10))' }
const postgres: Dialect = { stored: ' stored', lineBreak: 'strpos(search_text, chr(10))' }

const searchedTexts = [
  { table: 'connections', row: 'connection', columns: ['sort_name', 'id'], changing: ['sort_name'] },
  {
    table: 'findings',
    row: 'finding',
    columns: ['search_text', 'controls', 'check_id'],
    changing: ['search_text', 'controls'],
  },
  { table: 'users', row: 'user', columns: ['search_text'], changing: ['search_text'] },
  {
    table: 'manual_answers',
    row: 'manual_answer',
    columns: ['search_text'],
    changing: ['search_text'],
    // The index of words has the others.
    triggers: 'manual_answers_texts',
  },
] as const

const organizations = `
create table organizations (
  id text primary key,
  name text not null,
  created_at_ms bigint not null
);

create table organization_profiles (
  organization_id text primary key references organizations (id),
  slug text,
  logo text,
  website text,
  primary_color text,
  metadata text,
  -- null: yes.
  keeps_inventories integer,
  -- null: UTC.
  time_zone text
);

create table appearances (
  organization_id text primary key references organizations (id),
  name text,
  colour text,
  language text,
  logo_id text,
  logo_type text,
  logo_base64 text
);
create index appearances_by_logo on appearances (logo_id);

create table data_keys (
  id text primary key,
  organization_id text unique references organizations (id),
  key_id text not null,
  wrapped text not null,
  created_at_ms bigint not null
);
-- Over an expression that is the same for all such rows, because a unique index treats two NULLs as different values.
create unique index data_keys_of_platform on data_keys ((organization_id is null)) where organization_id is null;

create table key_checks (
  key_id text primary key,
  wrapped text not null,
  created_at_ms bigint not null
);

create table sealed_secrets (
  name text primary key,
  sealed text not null,
  created_at_ms bigint not null
);

create table signing_keys (
  fingerprint text primary key,
  name text,
  public_key text not null,
  sealed_private_key text not null,
  created_at_ms bigint not null
);

-- Leases and the used part of rates are shared by processes.
create table leases (
  name text primary key,
  owner text not null,
  expires_at_ms bigint not null
);

create table rates (
  name text primary key,
  used_until_us bigint not null
);
`

const people = `
create table users (
  organization_id text not null references organizations (id),
  id text not null,
  name text not null,
  email text not null,
  image text,
  deactivated integer,
  -- Both in lower case, because databases disagree about it beyond ASCII.
  sort_name text not null default '',
  search_text text not null default '',
  constraint users_key primary key (organization_id, id)
);
create index users_by_name on users (organization_id, sort_name, id);
create index users_deactivated on users (organization_id, sort_name, id) where deactivated = 1;

create table memberships (
  organization_id text not null references organizations (id),
  user_id text not null,
  role text not null,
  period_from text,
  period_to text,
  reads_people integer not null,
  -- null: the person is among the users.
  sort_name text,
  constraint memberships_key primary key (organization_id, user_id)
);
create index memberships_of_unnamed on memberships (organization_id, sort_name, user_id) where sort_name is not null;

create table invitations (
  organization_id text not null references organizations (id),
  user_id text not null,
  role text not null,
  period_from text,
  period_to text,
  reads_people integer not null,
  token_hash text primary key,
  expires_at_ms bigint not null,
  -- Whoever made what acts later: it never has more rights than they have then.
  invited_by text
);
create index invitations_of_user on invitations (organization_id, user_id);

create table operators (
  organization_id text not null references organizations (id),
  user_id text not null,
  named_at_ms bigint not null,
  constraint operators_key primary key (organization_id, user_id)
);

create table sign_in_issuers (
  id text primary key,
  organization_id text not null references organizations (id),
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret text,
  domains text not null,
  created_at_ms bigint not null,
  created_by text
);
create index sign_in_issuers_of on sign_in_issuers (organization_id, id);

create table sign_in_identities (
  issuer_id text not null references sign_in_issuers (id) on delete cascade,
  subject text not null,
  organization_id text not null,
  user_id text not null,
  bound_at_ms bigint not null,
  constraint sign_in_identities_key primary key (issuer_id, subject),
  -- If an address is given to somebody else, it comes with another subject, and must not become the same person.
  constraint sign_in_identities_of_person unique (issuer_id, user_id)
);
create index sign_in_identities_of_user on sign_in_identities (organization_id, user_id);

create table sign_in_links (
  organization_id text not null references organizations (id),
  user_id text not null,
  role text not null,
  token_hash text primary key,
  expires_at_ms bigint not null,
  period_from text,
  period_to text,
  may_operate integer not null default 1,
  made_by text
);

create table web_sessions (
  organization_id text not null references organizations (id),
  user_id text not null,
  role text not null,
  id_hash text primary key,
  created_at_ms bigint not null,
  last_used_at_ms bigint not null,
  expires_at_ms bigint not null,
  period_from text,
  period_to text,
  signed_in_at_ms bigint,
  may_operate integer not null default 1
);
create index web_sessions_of_person on web_sessions (organization_id, user_id);

create table api_keys (
  organization_id text not null references organizations (id),
  id text primary key,
  secret_hash text not null,
  scopes text not null,
  created_at_ms bigint not null,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  last_used_at_ms bigint,
  user_id text,
  -- Keys that a key makes share its rate.
  minted_by text,
  name text
);
create index api_keys_of_organization on api_keys (organization_id, created_at_ms, id);

create table audit_entries (
  organization_id text not null references organizations (id),
  id text primary key,
  actor_type text not null,
  actor_id text not null,
  action text not null,
  target text,
  fields text not null,
  request_id text not null,
  at_ms bigint not null,
  status integer
);
create index audit_entries_by_time on audit_entries (organization_id, at_ms, id);
create index audit_entries_of_action on audit_entries (organization_id, action, at_ms, id);
create index audit_entries_of_actor on audit_entries (organization_id, actor_id, at_ms, id);
create index audit_entries_of_target on audit_entries (organization_id, target, at_ms, id);

create table idempotency_keys (
  organization_id text not null references organizations (id),
  actor text not null,
  key text not null,
  digest text not null,
  status integer,
  answer text,
  expires_at_ms bigint not null,
  constraint idempotency_keys_key primary key (organization_id, actor, key)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at_ms);
`

const connections = `
create table disabled_connectors (
  connector_id text primary key,
  disabled_at_ms bigint not null
);

create table data_connectors (
  id text primary key,
  publisher text not null,
  published_sha256 text,
  retired_at_ms bigint,
  created_at_ms bigint not null,
  retired_by text
);

create table connector_versions (
  connector_id text not null references data_connectors (id),
  sha256 text not null,
  version text not null,
  file_name text not null,
  text text not null,
  destination text not null,
  posts text not null,
  added_by text not null,
  added_at_ms bigint not null,
  published_by text,
  published_at_ms bigint,
  constraint connector_versions_key primary key (connector_id, sha256)
);

create table connector_moves (
  id text primary key,
  connector_id text not null references data_connectors (id),
  sha256 text not null,
  connections integer not null,
  moved_by text not null,
  moved_at_ms bigint not null,
  undone_by text,
  undone_at_ms bigint
);
create index connector_moves_of_connector on connector_moves (connector_id);

create table oauth_apps (
  id text primary key,
  connector_id text not null,
  organization_id text references organizations (id),
  client_id text not null,
  settings text not null,
  secrets text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  secret_expires_at_ms bigint,
  -- The server at which the app registered itself. '': a person entered it.
  issuer text not null default '',
  destination text,
  bound_to text,
  own_callback integer not null default 0,
  -- '': of a connector as code, which only a release changes.
  connector_destination text not null default ''
);
create unique index oauth_apps_of_organization
  on oauth_apps (connector_id, organization_id, issuer, connector_destination);
-- A unique index treats two NULLs as different values.
create unique index oauth_apps_of_platform on oauth_apps (connector_id, connector_destination)
  where organization_id is null;

create table connections (
  organization_id text not null references organizations (id),
  id text primary key,
  connector_id text not null,
  state text not null,
  state_reason text,
  variables text not null,
  granted_scopes text,
  user_id text,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  -- null: the name of its connector.
  name text,
  -- null: of code, or of a file that a process loads by itself.
  connector_sha256 text,
  before_sha256 text,
  move_id text,
  sort_name text not null default '',
  urgency integer not null default 0,
  unwell integer not null default 0,
  -- 0: it never ran.
  last_run_at_ms bigint not null default 0,
  scheduled integer not null default 0,
  -- The database itself prevents flows and runs from naming another organization's connection.
  constraint connections_with_organization unique (id, organization_id)
);
create index connections_by_connector on connections (connector_id, connector_sha256);
create index connections_by_creation on connections (organization_id, created_at_ms, id);
create index connections_by_name on connections (organization_id, sort_name, id);
create index connections_by_last_run on connections (organization_id, last_run_at_ms, id);
-- The most first, while the rest goes up: a page then begins by one comparison of all columns.
create index connections_by_urgency on connections (organization_id, urgency, (-unwell), sort_name, id);
create index connections_of_connector on connections (organization_id, connector_id, connector_sha256, state);
create index connections_by_schedule on connections (organization_id, scheduled);
-- They are counted, and many of them may be new.
create index connections_never_run on connections (organization_id, urgency, connector_id) where last_run_at_ms = 0;

-- Times in which a connection was disconnected, once it is connected again.
create table connection_gaps (
  organization_id text not null references organizations (id),
  connection_id text not null references connections (id) on delete cascade,
  from_ms bigint not null,
  until_ms bigint not null,
  constraint connection_gaps_key primary key (connection_id, from_ms)
);
create index connection_gaps_of_organization on connection_gaps (organization_id);

-- Connections that were disconnected, or connected again, and whose findings do not all say so yet. They follow in pieces, so that nobody
-- waits for the findings of many years.
create table relisted_connections (
  connection_id text primary key references connections (id) on delete cascade,
  organization_id text not null references organizations (id)
);
create index relisted_connections_of_organization on relisted_connections (organization_id, connection_id);

create table credentials (
  connection_id text primary key references connections (id) on delete cascade,
  generation integer not null,
  sealed_values text not null,
  expires_at_ms bigint,
  refresh_at_ms bigint,
  refresh_failures integer not null default 0,
  destination text not null,
  granted integer not null default 0
);

create table flows (
  organization_id text not null references organizations (id),
  id text primary key,
  state_hash text not null unique,
  binding_hash text not null,
  connector_id text not null,
  user_id text,
  connection_id text,
  return_to text,
  redirect_uri text not null,
  scopes text not null,
  secrets text not null,
  expires_at_ms bigint not null,
  connector_sha256 text,
  connector_destination text,
  connect_session_id text,
  constraint flows_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index flows_by_expiry on flows (expires_at_ms);

create table connect_sessions (
  id text primary key,
  organization_id text not null references organizations (id),
  token_hash text not null unique,
  connectors text,
  origin text not null,
  user_id text,
  expires_at_ms bigint not null,
  key_hash text,
  claimed_until_ms bigint not null,
  connection_id text,
  problem text
);
create index connect_sessions_of on connect_sessions (organization_id, id);
create index connect_sessions_by_age on connect_sessions (expires_at_ms);
`

const runs = `
create table runs (
  organization_id text not null references organizations (id),
  id text primary key,
  connection_id text not null,
  connector_id text not null,
  status text not null,
  started_at_ms bigint not null,
  finished_at_ms bigint,
  trigger text not null default 'request',
  began_at_ms bigint,
  attempts integer not null default 0,
  -- 1: asked for with waivers or variables of its own.
  scoped integer not null default 0,
  cross_check_id text,
  constraint runs_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index runs_by_start on runs (organization_id, started_at_ms);
create index runs_of_connection on runs (connection_id, started_at_ms);
create index runs_of_cross_check on runs (organization_id, cross_check_id, started_at_ms, id)
  where cross_check_id is not null;
create index runs_by_status on runs (organization_id, status, started_at_ms, id);

-- A set that is being written has no head, and is hidden. One set of a run gets a head when the run ends.
create table result_sets (
  id text primary key,
  run_id text not null references runs (id),
  staged_at_ms bigint not null,
  head text,
  places text
);
create unique index result_sets_of_run on result_sets (run_id) where head is not null;
create index result_sets_by_run on result_sets (run_id, id);
create index result_sets_staged on result_sets (staged_at_ms) where head is null;

-- Separate from the runs, because listing them must not read results, which can be megabytes each.
create table results (
  set_id text not null references result_sets (id),
  number integer not null,
  check_id text not null,
  status text not null,
  severity text not null,
  waived integer not null,
  finding_id text not null,
  record text not null,
  search_text text,
  constraint results_key primary key (set_id, number)
);
create index results_by_status on results (set_id, status, number);

create table check_states (
  connection_id text not null references connections (id) on delete cascade,
  check_id text not null,
  state text not null,
  constraint check_states_key primary key (connection_id, check_id)
);

create table run_jobs (
  run_id text primary key references runs (id) on delete cascade,
  organization_id text not null,
  connection_id text not null,
  connector_id text not null,
  queued_at_ms bigint not null,
  request text not null,
  state text not null,
  attempt integer not null,
  losses integer not null,
  owner text,
  is_cancelled integer not null,
  is_dispatched integer not null,
  progress text not null,
  -- The queue serves organizations in turn.
  turn bigint not null default 0
);
-- Protects against mistakes of our programs: two runs of one connection at once would exceed the vendor's limits.
create unique index run_jobs_one_at_a_time on run_jobs (connection_id) where state = 'running';
create index run_jobs_of_connection on run_jobs (connection_id, queued_at_ms, run_id);
create index run_jobs_of_owner on run_jobs (owner);
create index run_jobs_in_turn on run_jobs (state, turn, queued_at_ms, run_id);
create index run_jobs_to_dispatch on run_jobs (turn, queued_at_ms, run_id) where is_dispatched = 0;
create index run_jobs_of_organization on run_jobs (organization_id, turn);

create table workers (
  id text primary key,
  beat bigint not null,
  started_at_ms bigint not null
);

create table schedules (
  connection_id text primary key,
  organization_id text not null,
  connector_id text not null,
  cron text not null,
  time_zone text not null,
  checks text,
  spread integer not null,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  next_at_ms bigint,
  computed_at_ms bigint not null,
  last_run_id text,
  skipped_because text,
  -- null: those that the checks need, and all with all checks.
  inventories text,
  constraint schedules_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index schedules_due on schedules (next_at_ms);
create index schedules_computed on schedules (computed_at_ms);
create index schedules_of_organization on schedules (organization_id, connection_id);
-- Those without a next time come last.
create index schedules_by_next on schedules (organization_id, coalesce(next_at_ms, 9007199254740991), connection_id);
`

const describeFindings = ({ stored, lineBreak }: Dialect) => `
create table findings (
  organization_id text not null,
  connection_id text not null,
  id text primary key,
  connector_id text not null,
  check_id text not null,
  state text not null,
  resolution text,
  severity text not null,
  waived integer not null,
  controls text not null,
  -- Without a reference, because retention deletes runs and findings stay.
  run_id text not null,
  first_seen_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  changed_at_ms bigint not null,
  record text not null,
  owner_id text,
  due_at_ms bigint not null default 0,
  due_reason text,
  urgency integer not null default 0,
  search_text text not null default '',
  judgement_id text,
  notice_due_at_ms bigint,
  waiver_id text,
  -- 1: of a disconnected connection, which lists leave out.
  hidden integer not null default 0,
  -- Computed, so that no version of the service can leave it behind.
  listed_as text generated always as (case
    when hidden = 1 then 'hidden' when state = 'resolved' then 'resolved' when waiver_id is null then 'open' else 'accepted'
  end)${stored},
  constraint findings_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index findings_by_change on findings (organization_id, changed_at_ms, id);
-- After years most findings are resolved, and nobody reads over them to those that fail.
create index findings_of_check on findings (connection_id, check_id, id) where state <> 'resolved';
create index findings_of_connection_by_change on findings (connection_id, changed_at_ms, id);
create index findings_refused on findings (organization_id, judgement_id) where judgement_id is not null;
-- Every list is read in its order from one place of an index, and counted without looking at rows.
create index findings_listed_by_change on findings (organization_id, listed_as, changed_at_ms, id, due_at_ms);
create index findings_listed_by_due on findings (organization_id, listed_as, due_at_ms, id);
create index findings_listed_by_urgency on findings (organization_id, listed_as, urgency, due_at_ms, id);
create index findings_listed_of_severity on findings (organization_id, listed_as, urgency, changed_at_ms, id);
create index findings_listed_of_owner on findings (organization_id, owner_id, listed_as, due_at_ms, id);
create index findings_listed_of_connection on findings (organization_id, connection_id, listed_as, changed_at_ms, id);
create index findings_listed_of_connector
  on findings (organization_id, connector_id, listed_as, check_id, changed_at_ms, id);
create index findings_listed_regressed on findings (organization_id, listed_as, changed_at_ms, id, due_at_ms)
  where state = 'regressed';
create index findings_of_waiver on findings (waiver_id, id) where waiver_id is not null;
-- Most have none, and are read in the order of all.
create index findings_listed_of_owner_by_change on findings (organization_id, owner_id, listed_as, changed_at_ms, id)
  where owner_id is not null;
-- The controls of a check are the same in all its findings. PostgreSQL indexes no long texts, so only the start is in it.
create index findings_by_controls
  on findings (organization_id, substr(controls, 1, 300), listed_as, changed_at_ms, id);
-- The text begins with the name of the resource, which may be empty; its id is in the next line.
create index findings_of_resource
  on findings (connection_id, substr(search_text, ${lineBreak} + 1, 300))
  where state <> 'resolved';
create index findings_by_controls_and_urgency
  on findings (organization_id, substr(controls, 1, 300), listed_as, urgency, due_at_ms, id);

create table finding_events (
  -- Without a reference, because the history of a finding is written before the finding, which must still have its
  -- earlier state then.
  finding_id text not null,
  run_id text not null,
  at_ms bigint not null,
  change text not null,
  resolution text,
  judgement_id text,
  -- Of an event that a person caused by a judgement. Its run_id is an id of its own, because a run may be followed by
  -- several.
  judged_run_id text,
  constraint finding_events_key primary key (finding_id, run_id)
);
-- A run tells what has changed by it.
create index finding_events_of_run on finding_events (run_id, change);

create table finding_changes (
  id text primary key,
  finding_id text not null references findings (id),
  organization_id text not null,
  at_ms bigint not null,
  user_id text,
  member text not null,
  earlier text,
  later text,
  reason text
);
create index finding_changes_by_time on finding_changes (finding_id, at_ms, id);

-- Earlier days stay, for somebody who may know of an earlier time alone.
create table due_days (
  organization_id text not null references organizations (id),
  since_ms bigint not null,
  days text not null,
  constraint due_days_key primary key (organization_id, since_ms)
);

create table waivers (
  id text primary key,
  organization_id text not null references organizations (id),
  waiver text not null,
  user_id text,
  created_at_ms bigint not null,
  revoked_at_ms bigint,
  expires_at_ms bigint not null default 0,
  last_notice text,
  -- When findings have to be settled by it next. null: never again.
  settle_at_ms bigint,
  -- What it found when they were settled: the digest of all checks, if it depends on what they are.
  settled_by text
);
create index waivers_by_creation on waivers (organization_id, created_at_ms, id);
create index waivers_by_expiry on waivers (organization_id, expires_at_ms, id) where revoked_at_ms is null;
create index waivers_by_revocation on waivers (organization_id, revoked_at_ms, id) where revoked_at_ms is not null;
create index waivers_to_settle on waivers (settle_at_ms, organization_id) where settle_at_ms is not null;
create index waivers_settled_by on waivers (organization_id, settled_by) where settled_by is not null;

create table judgements (
  id text primary key,
  organization_id text not null,
  connection_id text not null,
  connector_id text not null,
  check_id text not null,
  finding_id text not null,
  -- Without a reference, because retention deletes runs.
  run_id text not null,
  evidence_sha256 text not null,
  decision text not null,
  judged_by text not null,
  user_id text not null,
  reason text not null,
  files text not null,
  expires text not null,
  result text not null,
  created_at_ms bigint not null,
  withdrawn_at_ms bigint,
  withdrawn_by text,
  constraint judgements_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index judgements_by_age on judgements (organization_id, created_at_ms, id);
create index judgements_of_finding on judgements (organization_id, finding_id, created_at_ms, id);
create index judgements_of_connection on judgements (connection_id, id);
-- Judgements of the statements of one obligation.
create index judgements_of_check on judgements (organization_id, connector_id, check_id, created_at_ms, id);
-- Which may hold, without those of statements, which may be very many.
create index judgements_of_results on judgements (organization_id, expires, id) where connector_id <> 'task';
create index judgements_by_connection_id on judgements (organization_id, connection_id, created_at_ms, id);
create index judgements_by_decision on judgements (organization_id, decision, created_at_ms, id);
create index judgements_of_statements on judgements (run_id, organization_id) where connector_id = 'task';
create index judgements_with_files on judgements (organization_id, created_at_ms, id) where files <> '[]';
`

const outcomes = `
create table newest_outcomes (
  connection_id text not null references connections (id),
  check_id text not null,
  run_id text not null references runs (id),
  at_ms bigint not null,
  status text not null,
  complete integer not null,
  error text,
  effective_status text not null,
  organization_id text not null,
  manual_results integer not null default 0,
  connector_id text not null,
  -- 0: its connection is disconnected.
  present integer not null default 1,
  verdict text not null,
  shape text not null,
  decided text,
  decided_until_ms bigint,
  decisions integer not null default 0,
  accepted_results integer not null default 0,
  refused_results integer not null default 0,
  constraint newest_outcomes_key primary key (connection_id, check_id)
);
-- For retention: whether a run is the newest with an outcome of some check.
create index newest_outcomes_of_run on newest_outcomes (run_id);
create index newest_outcomes_by_status on newest_outcomes (organization_id, status, connection_id, check_id);
create index newest_outcomes_to_review on newest_outcomes (organization_id, connection_id, run_id, check_id)
  where manual_results > 0;
create index newest_outcomes_alike
  on newest_outcomes (organization_id, connector_id, check_id, shape, verdict, decided, at_ms, connection_id)
  where present = 1;
create index newest_outcomes_unsettled on newest_outcomes (organization_id, connection_id, check_id)
  where decided = 'unsettled' and present = 1;
create index newest_outcomes_decided_until on newest_outcomes (organization_id, decided_until_ms)
  where decided_until_ms is not null;
-- All that is read of the outcomes of a time, so that no row is looked up.
create index newest_outcomes_judged
  on newest_outcomes (organization_id, at_ms, decided, status, effective_status,
    manual_results, accepted_results, refused_results, connector_id)
  where present = 1 and (accepted_results > 0 or refused_results > 0 or effective_status <> status);

create table daily_standings (
  organization_id text not null,
  connection_id text not null,
  day text not null,
  pass integer not null,
  fail integer not null,
  manual integer not null,
  not_applicable integer not null,
  error integer not null,
  constraint daily_standings_of foreign key (connection_id, organization_id)
    references connections (id, organization_id),
  constraint daily_standings_of_connection primary key (connection_id, day)
);

-- Numbers of an organization that whatever changes them keeps, so that nobody counts connections to read them.
create table trend_tallies (
  organization_id text not null references organizations (id),
  bucket text not null,
  id text not null,
  connections bigint not null,
  pass bigint not null,
  fail bigint not null,
  manual bigint not null,
  not_applicable bigint not null,
  error bigint not null,
  constraint trend_tallies_key primary key (organization_id, bucket, id)
);

create table expectations (
  organization_id text not null references organizations (id),
  connector_id text not null,
  check_id text not null,
  -- 0: as long as anything is known.
  from_ms bigint not null,
  -- null: it still is.
  until_ms bigint,
  constraint expectations_key primary key (organization_id, connector_id, check_id, from_ms)
);
create unique index expectations_lasting on expectations (organization_id, connector_id, check_id)
  where until_ms is null;

-- What comes with a version of Checkwright, whoever is judged by it.
create table mapping_editions (
  framework text not null,
  -- 0: as long as anything is known.
  from_ms bigint not null,
  sha256 text not null,
  text text not null,
  constraint mapping_editions_key primary key (framework, from_ms)
);
`

const files = `
create table files (
  organization_id text not null references organizations (id),
  id text primary key,
  name text not null,
  type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  object_key text not null,
  user_id text,
  created_at_ms bigint not null,
  -- The database itself prevents attachments and uploads from naming another organization's file.
  constraint files_with_organization unique (id, organization_id)
);
-- For retention: whether an object has a file.
create index files_by_object_key on files (object_key);
-- Every upload needs the number of bytes.
create index files_bytes on files (organization_id, size_bytes);

create table objects (
  id text primary key,
  organization_id text not null references organizations (id),
  created_at_ms bigint not null,
  complete integer not null
);

create table object_chunks (
  object_id text not null references objects (id),
  position integer not null,
  bytes blob not null,
  constraint object_chunks_key primary key (object_id, position)
);

create table evidence_uploads (
  organization_id text not null references organizations (id),
  file_id text primary key,
  form_type text not null,
  created_at_ms bigint not null default 0,
  constraint evidence_uploads_file foreign key (file_id, organization_id)
    references files (id, organization_id)
);
create index evidence_uploads_of_organization on evidence_uploads (organization_id, file_id);
-- Bundles of runs are in no list, and there may be one for each run.
create index evidence_uploads_by_time on evidence_uploads (organization_id, created_at_ms, file_id)
  where form_type <> 'run-bundle';
create index evidence_uploads_of_form on evidence_uploads (organization_id, form_type, created_at_ms, file_id)
  where form_type <> 'run-bundle';

create table comments (
  organization_id text not null references organizations (id),
  id text primary key,
  entity_type text not null,
  entity_id text not null,
  content text not null,
  context_url text,
  author_id text not null,
  author text not null,
  created_at_ms bigint not null,
  updated_at_ms bigint,
  -- The comment that it answers.
  thread_id text,
  resolved_at_ms bigint,
  resolved_by text,
  constraint comments_with_organization unique (id, organization_id)
);
create index comments_of_entity on comments (organization_id, entity_type, entity_id, created_at_ms, id);
create index comments_of_thread on comments (organization_id, thread_id) where thread_id is not null;

create table attachments (
  organization_id text not null references organizations (id),
  file_id text primary key,
  comment_id text not null,
  position integer not null,
  description text,
  constraint attachments_file foreign key (file_id, organization_id)
    references files (id, organization_id),
  constraint attachments_comment foreign key (comment_id, organization_id)
    references comments (id, organization_id)
);
create index attachments_of_comment on attachments (comment_id);

create table manual_answers (
  organization_id text not null references organizations (id),
  id text primary key,
  question text not null,
  -- Unique in place of the question itself, because PostgreSQL cannot index text above some 2,700 bytes.
  question_sha256 text not null,
  answer text not null,
  tags text not null,
  -- Question, answer and tags in lower case, because databases disagree about it beyond ASCII.
  search_text text not null,
  -- Its words, with a space between two.
  search_words text not null,
  source_questionnaire_id text,
  owner_id text,
  expires_day text,
  created_at_ms bigint not null,
  updated_at_ms bigint not null,
  constraint manual_answers_question unique (organization_id, question_sha256)
);
create index manual_answers_by_change on manual_answers (organization_id, updated_at_ms, id);
`

const inventories = `
create table inventories (
  id text primary key,
  organization_id text not null,
  connection_id text not null,
  kind text not null,
  -- Empty: the only one of its kind. A unique index takes every null for another value.
  part text not null,
  -- Without a reference, because retention deletes runs.
  run_id text not null,
  read_at_ms bigint not null,
  count integer not null,
  -- null: it is being written, or was replaced, and is hidden.
  sealed_head text,
  constraint inventories_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create unique index inventories_shown on inventories (connection_id, kind, part) where sealed_head is not null;
create index inventories_of_organization on inventories (organization_id, id);
create index inventories_by_age on inventories (read_at_ms, id);
create index inventories_hidden on inventories (id) where sealed_head is null;
-- Whoever deletes a connection, or hides its inventories, would read those of all connections.
create index inventories_of_connection on inventories (connection_id, id);

create table inventory_pieces (
  inventory_id text not null references inventories (id) on delete cascade,
  position integer not null,
  count integer not null,
  sealed text not null,
  constraint inventory_pieces_key primary key (inventory_id, position)
);

create table inventory_changes (
  organization_id text not null references organizations (id),
  -- 1: lists were read that no cross-check was started for.
  is_pending integer not null,
  -- When cross-checks were last started because of a change; 0: never.
  judged_at_ms bigint not null,
  constraint inventory_changes_key primary key (organization_id)
);
create index inventory_changes_pending on inventory_changes (judged_at_ms, organization_id) where is_pending = 1;
`

const directory = `
create table directory_versions (
  organization_id text primary key references organizations (id),
  version bigint not null
);

create table directory_sources (
  -- Of a connection: its id.
  id text primary key,
  organization_id text not null references organizations (id),
  position integer not null,
  -- Of a file; null: of a connection, which has a name of its own.
  file_name text,
  covers text not null,
  accounts_are_people integer not null,
  created_at_ms bigint not null
);
create index directory_sources_of_organization on directory_sources (organization_id, position, id);

create table directory_systems (
  connection_id text primary key,
  organization_id text not null,
  enforced_domains text not null,
  signs_in_by text,
  exempt text,
  constraint directory_systems_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index directory_systems_of_organization on directory_systems (organization_id, connection_id);

create table domain_answers (
  connection_id text not null,
  domain text not null,
  organization_id text not null,
  is_ours integer not null,
  answered_by text not null,
  answered_at_ms bigint not null,
  constraint domain_answers_key primary key (connection_id, domain),
  constraint domain_answers_connection foreign key (connection_id, organization_id)
    references connections (id, organization_id)
);
create index domain_answers_of_organization on domain_answers (organization_id, connection_id, domain);
create index domain_answers_of_domain on domain_answers (domain);

create table departures (
  organization_id text not null references organizations (id),
  person_id text not null,
  since text not null,
  constraint departures_key primary key (organization_id, person_id)
);

create table people_imports (
  id text primary key,
  organization_id text not null references organizations (id),
  source_id text not null,
  read_at_ms bigint not null,
  imported_at_ms bigint not null,
  imported_by text,
  count integer not null,
  digest text not null,
  tells text not null,
  -- 0: it is being written, or was replaced, and is hidden.
  shown integer not null
);
create unique index people_imports_shown on people_imports (organization_id, source_id) where shown = 1;
create index people_imports_of_organization on people_imports (organization_id, id);

create table people_import_pieces (
  import_id text not null references people_imports (id) on delete cascade,
  position integer not null,
  count integer not null,
  sealed text not null,
  constraint people_import_pieces_key primary key (import_id, position)
);

create table people_views (
  id text primary key,
  organization_id text not null references organizations (id),
  -- Of everything that it was made from.
  fingerprint text not null,
  built_at_ms bigint not null,
  -- null: it is being written, or was replaced, and is hidden.
  sealed_head text
);
create unique index people_views_shown on people_views (organization_id) where sealed_head is not null;
create index people_views_of_organization on people_views (organization_id, id);

create table people_view_pieces (
  view_id text not null references people_views (id) on delete cascade,
  list text not null,
  position integer not null,
  count integer not null,
  -- Bits that at least one entry has.
  marks integer not null,
  first_key text not null,
  sealed text not null,
  constraint people_view_pieces_key primary key (view_id, list, position)
);
create index people_view_pieces_by_key on people_view_pieces (view_id, list, first_key);

create table account_links (
  id text primary key,
  organization_id text not null references organizations (id),
  -- Without a reference, because people of a file have none.
  connection_id text not null,
  kind text not null,
  record_id text not null,
  -- The id in a form whose bytes have the order of inventories.
  record_key text not null,
  target text not null,
  -- The person, or the owner of a service.
  person_id text,
  made_by text not null,
  actor text,
  reason text,
  expires text,
  despite text,
  created_at_ms bigint not null,
  ended_at_ms bigint,
  ended_by text,
  made_version bigint not null,
  ended_version bigint
);
create index account_links_in_order on account_links (organization_id, connection_id, kind, record_key, made_version);
create unique index account_links_kept on account_links (organization_id, connection_id, kind, record_key)
  where ended_at_ms is null;
create index account_links_by_age on account_links (organization_id, created_at_ms, id);
create index account_links_of_person on account_links (organization_id, person_id, created_at_ms, id);

create table confirmed_aliases (
  id text primary key,
  organization_id text not null references organizations (id),
  person_id text not null,
  sealed_address text not null,
  actor text not null,
  reason text not null,
  expires text not null,
  created_at_ms bigint not null,
  ended_at_ms bigint,
  ended_by text
);
create index confirmed_aliases_by_age on confirmed_aliases (organization_id, created_at_ms, id);

create table dismissed_proposals (
  organization_id text not null references organizations (id),
  id text not null,
  connection_id text not null,
  record_id text not null,
  person_id text not null,
  -- SHA-256 of why it was proposed: with another reason it is proposed again.
  reason_digest text not null,
  dismissed_by text not null,
  dismissed_at_ms bigint not null,
  constraint dismissed_proposals_key primary key (organization_id, id)
);

create table cross_check_variables (
  organization_id text not null references organizations (id),
  cross_check_id text not null,
  variables text not null,
  constraint cross_check_variables_key primary key (organization_id, cross_check_id)
);
`

const accessReviews = `
create table access_reviews (
  id text primary key,
  organization_id text not null references organizations (id),
  title text not null,
  filter text not null,
  by_manager integer not null,
  reviewers text not null,
  systems text not null,
  due_day text not null,
  every_days integer not null,
  removal_days integer not null,
  controls text not null,
  started_by text not null,
  started_at_ms bigint not null,
  -- 1: its accounts are being written.
  hidden integer not null,
  revision integer not null,
  finished_at_ms bigint,
  finished_by text,
  undecided_reason text,
  last_notice text,
  -- How often outcomes have changed since it was finished, and how often when they were last signed.
  outcome_revision integer not null default 0,
  signed_outcome_revision integer not null default 0,
  -- What it says for controls once it is finished. null: it has to be found out.
  verdict text,
  follows integer not null default 0
);
create index access_reviews_by_age on access_reviews (organization_id, started_at_ms, id);
create index access_reviews_due on access_reviews (due_day, id) where finished_at_ms is null;

create table access_review_pieces (
  review_id text not null references access_reviews (id) on delete cascade,
  -- Without a reference, because a review outlives the connection.
  connection_id text not null,
  -- Empty: the only list of accounts.
  part text not null,
  position integer not null,
  count integer not null,
  sealed text not null,
  constraint access_review_pieces_key primary key (review_id, connection_id, part, position)
);

create table access_review_accounts (
  review_id text not null references access_reviews (id) on delete cascade,
  number integer not null,
  connection_id text not null,
  part text not null,
  position integer not null,
  assigned_to text,
  decision text,
  change text,
  reason text,
  decided_by text,
  user_id text,
  decided_at_ms bigint,
  outcome text,
  outcome_because text,
  outcome_at_ms bigint,
  outcome_digest text,
  outcome_since_ms bigint,
  seen text,
  constraint access_review_accounts_key primary key (review_id, number)
);
create index access_review_accounts_followed on access_review_accounts (review_id, decision, connection_id, outcome)
  where decision in ('remove', 'change');

-- Accounts of a finished review from which nothing follows. Nobody changes that any more, and there are many.
create table access_review_counts (
  review_id text not null references access_reviews (id) on delete cascade,
  connection_id text not null,
  decision text not null,
  accounts bigint not null,
  constraint access_review_counts_key primary key (review_id, connection_id, decision)
);
`

const obligations = `
create table tasks (
  organization_id text not null references organizations (id),
  id text primary key,
  template text,
  -- The record of a declared thing that it follows from.
  record_id text,
  created_at_ms bigint not null,
  ended_at_ms bigint,
  ended_by text,
  -- The day that notices have told of, epoch ms.
  notice_due_ms bigint,
  -- When somebody last looked whether it is overdue.
  looked_at_ms bigint not null,
  -- What its statements say together, so that whoever asks for its state does not read all of them. null: it has to be found out.
  verdict text,
  state text,
  due_day text,
  verdict_from_ms bigint not null default 0,
  verdict_until_ms bigint not null default 0,
  decisions integer not null default 0,
  constraint tasks_of_organization unique (organization_id, id)
);

create unique index tasks_of_record on tasks (organization_id, record_id) where ended_at_ms is null and record_id is not null;

create table task_versions (
  task_id text not null references tasks (id) on delete cascade,
  number integer not null,
  changed_at_ms bigint not null,
  changed_by text,
  title text not null,
  description text not null,
  controls text not null,
  satisfied_by text not null,
  every_days integer not null,
  first_due_day text not null,
  owner_id text,
  constraint task_versions_key primary key (task_id, number)
);

create table task_statements (
  id text primary key,
  organization_id text not null,
  task_id text not null,
  text text not null,
  done_day text not null,
  files text not null,
  user_id text not null,
  stated_by text not null,
  made_at_ms bigint not null,
  evidence_sha256 text not null,
  constraint task_statements_task foreign key (organization_id, task_id)
    references tasks (organization_id, id)
);
create index task_statements_by_age on task_statements (organization_id, task_id, made_at_ms, id);
`

const notices = `
create table webhooks (
  id text primary key,
  organization_id text references organizations (id),
  name text not null,
  sink text not null,
  rhythm text not null,
  types text,
  details integer not null,
  sealed_target text,
  shown_target text not null,
  sealed_secret text,
  sealed_earlier_secret text,
  earlier_until_ms bigint,
  state text not null,
  state_reason text,
  created_at_ms bigint not null,
  created_by text,
  failing_since_ms bigint,
  failures integer not null,
  rests_until_ms bigint not null,
  digest_day text,
  digested_at_ms bigint not null,
  details_by text
);
create index webhooks_of on webhooks (organization_id, id);

create table mail_addresses (
  organization_id text not null references organizations (id),
  address text not null,
  state text not null,
  token_hash text unique,
  token_expires_at_ms bigint not null,
  asked_at_ms bigint not null,
  constraint mail_addresses_key primary key (organization_id, address)
);

create table mail_tallies (
  subject text not null,
  day text not null,
  letters integer not null,
  expires_at_ms bigint not null,
  constraint mail_tallies_key primary key (subject, day)
);
create index mail_tallies_by_age on mail_tallies (expires_at_ms);

create table notices (
  id text primary key,
  organization_id text not null,
  type text not null,
  stream text not null,
  number bigint not null,
  at_ms bigint not null,
  data text not null,
  details text
);
create index notices_of on notices (organization_id, at_ms, type);
create index notices_by_age on notices (at_ms, id);

-- A row of its own, which a transaction locks: two that tell at once would take the same number otherwise.
create table notice_streams (
  stream text primary key,
  last bigint not null
);

-- Without references: a webhook that is deleted while a run ends must not make the run fail. What is left over is
-- deleted with the age of the outbox.
create table notice_deliveries (
  id text primary key,
  notice_id text not null,
  webhook_id text not null,
  stream text not null,
  number bigint not null,
  state text not null,
  attempts integer not null,
  created_at_ms bigint not null,
  since_ms bigint not null,
  tried_at_ms bigint,
  status integer,
  problem text,
  -- Addresses that have it; null: none yet.
  reached text
);
create index notice_deliveries_pending on notice_deliveries (webhook_id, stream, number) where state = 'pending';
create index notice_deliveries_of on notice_deliveries (webhook_id, created_at_ms, id);
create index notice_deliveries_by_age on notice_deliveries (created_at_ms, id);

create table notice_lanes (
  webhook_id text not null,
  stream text not null,
  next_at_ms bigint not null,
  owner text,
  lease_until_ms bigint not null,
  constraint notice_lanes_key primary key (webhook_id, stream)
);
create index notice_lanes_due on notice_lanes (webhook_id, next_at_ms);
`

const proof = `
create table log_entries (
  id text primary key,
  organization_id text not null,
  kind text not null,
  subject text not null,
  at_ms bigint not null,
  record text not null
);
create index log_entries_of on log_entries (organization_id, id);

create table log_leaves (
  organization_id text not null,
  number bigint not null,
  id text not null,
  kind text not null,
  subject text not null,
  at_ms bigint not null,
  record text,
  hash text not null,
  constraint log_leaves_pk primary key (organization_id, number)
);
create index log_leaves_about on log_leaves (organization_id, subject, kind, number);

create table log_nodes (
  organization_id text not null,
  level integer not null,
  position bigint not null,
  hash text not null,
  constraint log_nodes_pk primary key (organization_id, level, position)
);

create table log_heads (
  organization_id text primary key,
  origin text not null,
  size bigint not null,
  nodes text not null
);

create table packages (
  id text primary key,
  organization_id text not null references organizations (id),
  framework text not null,
  period_from text not null,
  period_to text not null,
  manifest_sha256 text not null,
  gaps bigint not null,
  file_id text,
  is_whole integer not null,
  user_id text,
  -- Of an auditor who finds it in their list.
  for_user_id text,
  made_at_ms bigint not null
);
create index packages_of on packages (organization_id, made_at_ms, id);

create table package_runs (
  run_id text not null,
  package_id text not null references packages (id),
  constraint package_runs_pk primary key (run_id, package_id)
);
`
