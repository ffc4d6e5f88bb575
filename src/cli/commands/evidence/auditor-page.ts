import type { Command } from 'commander'
import type { Register } from '../register.ts'

export const registerAuditorPage: Register = (program, { context, finish }) => {
  program
    .command('auditor-page')
    .description('write the page by which an auditor checks evidence in a browser, offline and without Checkwright')
    .option('-o, --out <file>', 'where to write it', 'auditor.html')
    .action(async (_options, command: Command) => {
      const { writeAuditorPage } = await import('../../actions/evidence/auditor-page.ts')
      finish(await writeAuditorPage(command.optsWithGlobals(), context))
    })
}
