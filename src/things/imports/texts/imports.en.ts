export const imports = {
  title: 'Results of other tools',
  lead: 'Files that other tools wrote. Their results are received, and not observed by Checkwright.',
  sources: 'Tools whose files you imported',
  empty: 'No files were imported yet.',
  form: { title: 'Import a file', source: 'Name of the source', button: 'Import' },
  received: ({ tool }: { tool: string }) => `Received from ${tool}, and not observed`,
  proposals: ({ count }: { count: number }) =>
    count === 1 ? '1 statement could rest on it' : `${count} statements could rest on it`,
  proposalsLead: ({ tool, read, unread }: { tool: string; read: string; unread: number }) =>
    `What the checks of ${tool} look at, as we read it on ${read}. It counts for nothing until you rely on it. ${unread} other checks of the newest file are not mapped.`,
  beginReliance: ({ checks, controls }: { checks: number; controls: number }) =>
    `Begin a reliance (checks: ${checks}, controls: ${controls})`,
  notObserved: 'Received, not observed',
  undated: 'The file does not say when the tool looked, so its results count for nothing.',
  older: 'A newer file of this source was imported before, so these results count for nothing.',
}
