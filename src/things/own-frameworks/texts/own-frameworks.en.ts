import { formatCount } from '../../../text/count-noun.ts'

export const ownFrameworks = {
  help: 'A framework file of yours, an OSCAL catalog or profile, a CISO Assistant library, a Gemara catalog or a Prowler framework, up to 20 MB. You see what was read before anything counts.',
  id: 'ID of the framework',
  idHelp: 'What its controls are named by. Leave it empty to use that of the file.',
  refused: 'The file was not taken',
  preview: 'What was read',
  change: ({ added, removed, from }: { added: number; removed: number; from: string }) =>
    `Compared with ${from}: ${formatCount(added, 'new control')}, ${formatCount(removed, 'control')} no longer there.`,
  gone: 'The content of this framework is no longer stored.',
  noGroup: 'Without a group',
  asks: ({ count }: { count: number }) => `asks for ${formatCount(count, 'statement')}`,
  open: 'See how its controls stand',
}
