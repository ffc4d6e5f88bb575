/** A tool that is a GET of the API: the same rights, limits and answers. */
export interface ReadTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operationId: string
  /** Arguments, by the name of the route's own parameter or member of the query, with what they mean to a model. */
  readonly arguments: Readonly<Record<string, string>>
  /** The items of an answer that the API does not give in pages. @default the API gives pages, or one thing */
  readonly listItems?: ((answer: never) => readonly unknown[]) | undefined
}

interface ControlsAnswer {
  readonly data: readonly { readonly id: string; readonly controls: readonly object[] }[]
}

interface WholeList {
  readonly data: readonly unknown[]
}

const connectionId = 'Id of a connection, from list_connections.'

/** All of them, in the order that a client shows. */
export const readTools: readonly ReadTool[] = [
  {
    name: 'list_findings',
    title: 'List findings',
    description: 'Lists findings: failing results that are followed from run to run, with severity, owner and due day.',
    operationId: 'IntegrationsController_listFindings_v1',
    arguments: {
      state: 'State of the finding.',
      severity: 'Severity of the finding.',
      connectionId,
      connector: 'Id of a connector, such as github.',
      control: 'Control of a framework, such as soc2:CC6.1.',
      check: 'Id of a check.',
      owner: 'Id of the person who fixes it.',
      overdue: 'Whether the due day has passed.',
      q: 'Text that the finding has.',
    },
  },
  {
    name: 'get_finding',
    title: 'Show a finding',
    description: 'Shows one finding with its evidence, its control mappings and what to do.',
    operationId: 'IntegrationsController_getFinding_v1',
    arguments: { findingId: 'Id of the finding, from list_findings.' },
  },
  {
    name: 'list_controls',
    title: 'List controls',
    description:
      'Judges the controls of a framework by the newest evidence of each check: satisfied, not satisfied, undetermined or uncovered.',
    operationId: 'IntegrationsController_judgeControls_v1',
    arguments: {
      framework: 'Id of a framework, such as soc2 or iso27001.',
      staleAfterDays: 'Evidence that is older, in days, does not count.',
    },
    listItems: ({ data }: ControlsAnswer) =>
      data.flatMap(({ id: framework, controls }) => controls.map((control) => ({ framework, ...control }))),
  },
  {
    name: 'list_runs',
    title: 'List runs',
    description: 'Lists runs of checks, the newest first.',
    operationId: 'IntegrationsController_listRuns_v1',
    arguments: { connectionId },
  },
  {
    name: 'get_run',
    title: 'Show a run',
    description: 'Shows one run: its status, its checks and how many results each has.',
    operationId: 'IntegrationsController_getRun_v1',
    arguments: { runId: 'Id of the run, from list_runs.' },
  },
  {
    name: 'list_results',
    title: 'List results of a run',
    description: 'Lists the results of a run with their evidence: pass, fail, manual (needs review) or not_applicable.',
    operationId: 'IntegrationsController_listResults_v1',
    arguments: {
      runId: 'Id of the run, from list_runs.',
      status: 'Status of the result.',
      severity: 'Severity of the result.',
      control: 'Control of a framework, such as soc2:CC6.1.',
      check: 'Id of a check.',
    },
  },
  {
    name: 'list_connections',
    title: 'List connections',
    description: 'Lists the systems that are connected, with their state.',
    operationId: 'IntegrationsController_listConnections_v1',
    arguments: {
      connector: 'Id of a connector, such as github.',
      state: 'State of the connection.',
      q: 'Text of its name.',
    },
  },
  {
    name: 'list_reviews_needed',
    title: 'List results that need review',
    description: 'Lists results that a person has to judge, because no check can.',
    operationId: 'JudgementsController_listNeeded_v1',
    arguments: { connectionId, connector: 'Id of a connector.', check: 'Id of a check.' },
  },
  {
    name: 'list_accepted_risks',
    title: 'List accepted risks',
    description:
      'Lists accepted risks: failing results that somebody accepts for a while, with the reason and the end.',
    operationId: 'IntegrationsController_listWaivers_v1',
    arguments: { state: 'State of the acceptance.' },
  },
  {
    name: 'list_evidence_files',
    title: 'List files of evidence',
    description: 'Lists the files that people uploaded as evidence, without their content.',
    operationId: 'EvidenceFormsController_listUploads_v1',
    arguments: { formType: 'Kind of the evidence form.' },
  },
  {
    name: 'list_obligations',
    title: 'List obligations',
    description: 'Lists what the organization has to do again and again, with the state of each.',
    operationId: 'TasksController_list_v1',
    arguments: {
      state: 'State of the obligation.',
      framework: 'Id of a framework.',
      control: 'Control of a framework, such as soc2:CC6.1.',
    },
  },
  {
    name: 'list_cross_checks',
    title: 'List cross-checks',
    description:
      'Lists the checks that look at all connections together, such as accounts of people who left, with their newest run.',
    operationId: 'CrossChecksController_list_v1',
    arguments: {},
    listItems: ({ data }: WholeList) => data,
  },
  {
    name: 'list_people',
    title: 'List people of the directory',
    description: 'Lists the people of the organization by its directory: who works here, and since when.',
    operationId: 'DirectoryController_listPeople_v1',
    arguments: { filter: 'Which people.' },
  },
  {
    name: 'get_person',
    title: 'Show a person',
    description: 'Shows one person of the directory with the accounts that are theirs.',
    operationId: 'DirectoryController_getPerson_v1',
    arguments: { personKey: 'Key of the person, from list_people.' },
  },
  {
    name: 'list_accounts',
    title: 'List accounts',
    description: 'Lists accounts of all connected systems, whose they are, and who says so.',
    operationId: 'DirectoryController_listAccounts_v1',
    arguments: { filter: 'Which accounts.', connectionId },
  },
]
