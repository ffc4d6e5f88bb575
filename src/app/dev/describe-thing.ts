import { Command } from 'commander'
import { describeTable } from '../../service/fields/columns.ts'
import type { Thing } from '../../service/fields/define-thing.ts'
import { routesFor } from '../../things/declared/api/thing-routes.ts'
import { commandFor } from '../../things/declared/commands/thing-command.ts'
import { describePages } from '../../things/declared/pages/page-facts.ts'
import { listStatements } from './list-statements.ts'

/** What a declaration makes, as lines to read. */
export interface ThingDescription {
  readonly routes: readonly string[]
  readonly table: readonly string[]
  /** What its store runs. */
  readonly statements: readonly string[]
  readonly pages: readonly string[]
  readonly commands: readonly string[]
  readonly auditActions: readonly string[]
}

export async function describeThing(thing: Thing): Promise<ThingDescription> {
  const routes = Object.values(routesFor(thing))
  return {
    routes: routes.map(
      ({ method, path, scope, operationId }) => `${method.toUpperCase().padEnd(6)} ${path}  ${scope}  ${operationId}`,
    ),
    table: describeTable(thing.table, thing.all).trimEnd().split('\n'),
    statements: await listStatements(thing),
    pages: Object.values(describePages(thing)).map(
      ({ method, path, access, action }) =>
        `${method.toUpperCase().padEnd(4)} ${path}  ${access}${action ? `  ${action}` : ''}`,
    ),
    commands: listCommands(thing),
    auditActions: [...new Set(routes.flatMap(({ action }) => action ?? []))],
  }
}

function listCommands(thing: Thing): readonly string[] {
  const program = new Command('checkwright')
  commandFor(thing)(program, () => async () => {})
  const [command] = program.commands
  return (command?.commands ?? []).map((each) => {
    const own = each.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`))
    const taken = each.registeredArguments.map((argument) => `<${argument.name()}>`)
    return ['checkwright', thing.plural, each.name(), ...taken, ...own].join(' ')
  })
}
