import type { Command } from 'commander'
import type { Register } from '../../service/commands/register.ts'

export const registerAuditorPage: Register = (program, { context, finish }) => {
  program
    .command('auditor-page')
    .description('write the page by which an auditor checks evidence in a browser, offline and without Checkwright')
    .option('-o, --out <file>', 'where to write it', 'auditor.html')
    .action(async (_options, command: Command) => {
      const { writeAuditorPage } = await import('./auditor-page-actions.ts')
      finish(await writeAuditorPage(command.optsWithGlobals(), context))
    })
}
