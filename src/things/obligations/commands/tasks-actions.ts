import { frameworkIds, loadFramework } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { toStatementResult } from '../../../checks/obligations/statement-result.ts'
import { type TaskState, taskStates } from '../../../checks/obligations/task-state.ts'
import type { TaskTemplate } from '../../../checks/obligations/template.ts'
import { listTemplatesOf, taskTemplates } from '../../../checks/obligations/templates/index.ts'
import { createUsageError, StoreError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printDone, printList } from '../../../service/commands/print-answer.ts'
import { formatCount } from '../../../text/count-noun.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { useOrganization } from '../../commands/use-organization.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { listMissing, type MissingProof } from '../reading/list-missing.ts'
import type { Task } from '../tasks.ts'

/** The obligations with their states, what needs somebody first. */
export async function listTasks(
  options: GlobalOptions & { readonly state?: TaskState },
  { terminal }: Context,
): Promise<ExitCode> {
  const all =
    (await useOrganization(options, terminal, (runtime, organizationId) => runtime.tasks.list({ organizationId }))) ??
    []
  const tasks = all
    .filter(({ state }) => options.state === undefined || state === options.state)
    .toSorted((a, b) => taskStates.indexOf(a.state) - taskStates.indexOf(b.state) || (a.dueDay < b.dueDay ? -1 : 1))
  return printList(options, terminal, tasks, {
    none: 'The organization has no such obligations.',
    toCells: formatTaskRow,
  })
}

function formatTaskRow({ id, state, dueDay, metUntil, title, because }: Task): string[] {
  const day = metUntil === null ? `due ${dueDay}` : `until ${metUntil}`
  return [id, state.replaceAll('_', ' '), day, cleanLine(`${title}. ${because}`)]
}

/** What auditors expect. */
export async function listTemplates(
  options: GlobalOptions & { readonly framework?: string },
  { terminal }: Context,
): Promise<ExitCode> {
  const { framework } = options
  const templates = framework === undefined ? taskTemplates : await loadTemplatesOf(framework, options, terminal)
  const rows = templates.map(({ id, everyDays, title, controls }) => [
    ...[id, `every ${everyDays} days`, `${title} (${controls.join(', ')})`],
  ])
  if (options.json) terminal.json(templates)
  else terminal.out.write(formatColumns(rows, terminal.out))
  return exitCodes.fine
}

/** @throws CheckwrightError `CLI_USAGE` for a framework that there is not */
async function loadTemplatesOf(
  framework: string,
  options: GlobalOptions,
  terminal: Context['terminal'],
): Promise<readonly TaskTemplate[]> {
  const shipped = await loadFramework(framework)
  if (shipped) return listTemplatesOf(shipped)
  const own = await useOrganization(options, terminal, (runtime, organizationId) =>
    runtime.tasks.templates({ organizationId, framework }),
  )
  if (own !== undefined && own.length > 0) return own
  throw createUsageError(
    `There is no framework "${framework}" that needs obligations. "checkwright frameworks" lists all.`,
  )
}

const lacksWords: Readonly<Record<MissingProof['lacks'], string>> = {
  check: 'no check',
  connection: 'no connection',
  fresh_evidence: 'no fresh evidence',
}

/** What the controls of a framework lack. @throws CheckwrightError `CLI_USAGE` for one that there is not */
export async function listMissingProof(
  framework: string | undefined,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  if (framework !== undefined && !frameworkIds.includes(framework))
    throw createUsageError(`There is no framework "${framework}". There is ${frameworkIds.join(', ')}.`)
  const frameworks = framework === undefined ? frameworkIds : [framework]
  const found = await useOrganization(options, terminal, (runtime, organizationId) =>
    listMissing(runtime, organizationId, { frameworks, isNamed: true }),
  )
  if (found === undefined)
    throw createUsageError('There is no organization yet, so nothing can be told of its controls.')
  if (options.json) terminal.json(found)
  else
    for (const { id, total, missing } of found) {
      terminal.out.line(`${id}: ${total - missing.length} of ${total} controls have what they need.`)
      if (missing.length > 0) terminal.out.write(formatColumns(missing.map(formatMissingRow), terminal.out))
    }
  return exitCodes.fine
}

function formatMissingRow({ id, title, lacks, checks }: MissingProof): string[] {
  const examples = checks.slice(0, 3).map(({ title: name, because, connections }) => {
    const more = connections === undefined ? '' : ` on ${formatCount(connections, 'more connection')}`
    return `${name}: ${because}${more}`
  })
  return [id, lacksWords[lacks], cleanLine([title, ...examples].join('. '))]
}

export interface AddTasksOptions extends GlobalOptions {
  readonly template?: readonly string[]
  readonly framework?: string
  readonly title?: string
  readonly description?: string
  readonly every?: number
  readonly due?: string
  readonly control?: readonly string[]
  readonly check?: readonly string[]
  readonly accessReviews?: boolean
  readonly statements?: boolean
  readonly owner?: string
}

/** @throws CheckwrightError `TASK_INVALID`, `CLI_USAGE`; StoreError `NOT_FOUND` for an owner whom there is not */
export async function addTasks(options: AddTasksOptions, { terminal }: Context): Promise<ExitCode> {
  const { template: templates, framework, title, every: everyDays, owner } = options
  const added = await useOrganization(options, terminal, async (runtime, organizationId) => {
    if (owner !== undefined) await demandPerson(runtime, organizationId, owner)
    if (templates !== undefined || framework !== undefined)
      return runtime.tasks.addTemplates({ organizationId, framework, templates, ownerId: owner })
    if (title === undefined || everyDays === undefined)
      throw createUsageError('Give --title and --every, or --template, or --framework.')
    const { check: checks, accessReviews, statements, description, control: controls, due: firstDueDay } = options
    const task = await runtime.tasks.add({
      organizationId,
      title,
      everyDays,
      description,
      controls,
      firstDueDay,
      ownerId: owner,
      satisfiedBy: { checks, accessReviews, statements },
    })
    return [task]
  })
  if (added === undefined) throw createUsageError('There is no organization yet. Connect something first.')
  return printList(options, terminal, added, { none: 'The organization has them already.', toCells: formatTaskRow })
}

export interface StateTaskOptions extends GlobalOptions {
  readonly text?: string
  readonly done?: string
  readonly file?: readonly string[]
  readonly user: string
}

/** @throws CheckwrightError `TASK_INVALID`; StoreError `NOT_FOUND` */
export async function stateTask(id: string, options: StateTaskOptions, { terminal }: Context): Promise<ExitCode> {
  const { text, done: doneDay, file: files, user } = options
  const statement = await useOrganization(options, terminal, async (runtime, organizationId) => {
    const { name, email } = await demandPerson(runtime, organizationId, user)
    const author = { userId: user, name, email }
    return runtime.tasks.state({ organizationId, taskId: id, text, doneDay, files, author })
  })
  if (statement === undefined) throw createNoTask(id, options)
  const { id: statementId, evidenceSha256 } = statement
  const { findingId } = toStatementResult(statement)
  if (options.json) terminal.json({ ...statement, findingId })
  else {
    terminal.out.line('The statement is kept. It counts when another person accepts it:')
    terminal.err.line(
      formatCommand(
        shell`judgements create --run ${statementId} --finding ${findingId} --evidence ${evidenceSha256} --decision accepted …`,
        options,
      ),
    )
  }
  return exitCodes.fine
}

/** @throws StoreError `NOT_FOUND` */
export async function endTask(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const isEnded = await useOrganization(options, terminal, (runtime, organizationId) =>
    runtime.tasks.end({ id, organizationId }),
  )
  if (!isEnded) throw createNoTask(id, options)
  return printDone(options, terminal, { id, ended: true }, `The obligation ${id} is ended.`)
}

async function demandPerson({ users }: Runtime, organizationId: string, userId: string) {
  const found = await users.find({ organizationId, userId })
  if (found && found.deactivated !== true) return found
  throw new StoreError(`The organization has no person "${userId}" who is active.`, { code: 'NOT_FOUND' })
}

function createNoTask(id: string, options: GlobalOptions): StoreError {
  return new StoreError(`There is no obligation "${id}". "${formatCommand(shell`tasks`, options)}" shows them.`, {
    code: 'NOT_FOUND',
  })
}
