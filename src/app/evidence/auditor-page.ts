import type { Register } from '../../service/commands/register.ts'

const load = () => import('./auditor-page-actions.ts')

export const registerAuditorPage: Register = (program, act) => {
  program
    .command('auditor-page')
    .description('write the page by which an auditor checks evidence in a browser, offline and without Checkwright')
    .option('-o, --out <file>', 'where to write it', 'auditor.html')
    .action(act(async () => (await load()).writeAuditorPage))
}
