import { Option } from 'commander'
import type { Register } from '../../../service/commands/register.ts'
import type { Thing, ThingVerb } from '../../../service/fields/define-thing.ts'
import { options } from '../../../service/fields/options.ts'
import { addArticle } from '../../../text/add-article.ts'
import { parseAtLeastOne } from '../../commands/options/parse-option.ts'

/**
 * The command of a thing: list, add, change, remove, and one subcommand for each action.
 * @param extend adds subcommands that do not follow from the declaration
 */
export function commandFor(thing: Thing, extend?: Register): Register {
  return (program, act) => {
    const { noun, nouns, plural, stateNames, actions, verbs } = thing
    const load = () => import('./thing-actions.ts')
    const command = program.command(plural).description(`${sayVerbs(verbs)} ${nouns}`)
    const list = command
      .command('list', { isDefault: true })
      .description(`list ${nouns}, newest first`)
      .option('--limit <n>', 'how many', parseAtLeastOne, 100)
    if (stateNames.length > 0)
      list.addOption(new Option('--state <state>', 'only those in this state').choices(stateNames))
    list.action(act(async () => (await load()).listRecords.bind(undefined, thing)))
    command
      .command('export')
      .description(`print all ${nouns} as CSV`)
      .action(act(async () => (await load()).exportRecords.bind(undefined, thing)))
    extend?.(command, act)
    if (verbs.includes('create')) registerAdd()
    if (verbs.includes('change')) registerChange()
    if (verbs.includes('delete'))
      command
        .command('remove')
        .description('delete it')
        .argument('<id>', `id of the ${noun}`)
        .action(act(async () => (await load()).removeRecord.bind(undefined, thing)))
    for (const [name, { summary }] of Object.entries(actions))
      command
        .command(name)
        .description(`${summary.charAt(0).toLowerCase()}${summary.slice(1)}`)
        .argument('<id>', `id of the ${noun}`)
        .action(act(async () => (await load()).actOnRecord.bind(undefined, thing, name)))

    function registerAdd(): void {
      const add = command.command('add').description(`add ${addArticle(noun)}`)
      for (const { flags, description, isRequired } of options(thing.fields))
        if (isRequired) add.requiredOption(flags, description)
        else add.option(flags, description)
      add.action(act(async () => (await load()).addRecord.bind(undefined, thing)))
      command
        .command('import')
        .description(`add ${nouns} from a file of CSV; a line with an id changes that one`)
        .argument('<file>', 'the file')
        .action(act(async () => (await load()).importRecords.bind(undefined, thing)))
    }
    function registerChange(): void {
      const change = command
        .command('change')
        .description('change what you name; the rest stays')
        .argument('<id>', `id of the ${noun}`)
      for (const { flags, description } of options(thing.fields)) change.option(flags, description)
      change.action(act(async () => (await load()).changeRecord.bind(undefined, thing)))
    }
  }
}

const verbWords: Readonly<Partial<Record<ThingVerb, string>>> = { create: 'add', change: 'change', delete: 'remove' }

/** `list, add or remove` */
function sayVerbs(verbs: readonly ThingVerb[]): string {
  const words = Object.entries(verbWords).flatMap(([verb, word]) => (verbs.some((own) => own === verb) ? [word] : []))
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(['list', ...words])
}
