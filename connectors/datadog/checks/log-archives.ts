import { datadog } from '../connector.ts'
import { Archives } from '../responses.ts'

export const logArchives = datadog.check({
  id: 'log-archives',
  title: 'Logs are archived, and the archive works',
  description:
    'Checks whether there is a log archive, and whether none fails. Indexed logs are deleted after days or weeks, so an investigation of earlier events needs the archive. Not judged: which logs the archives contain, and how long their storage keeps them.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['logs-exported', 'logs-kept', 'logs-protected'],
  scopes: ['logs_read_archives'],
  tags: ['logging'],
  async run(ctx) {
    const { data } = await ctx.get('/api/v2/logs/config/archives', { schema: Archives })
    const archives = data.map(({ id, attributes }) => ({
      name: attributes?.name ?? id ?? 'archive',
      state: attributes?.state ?? 'UNKNOWN',
    }))
    const resource = { type: 'organization', id: ctx.credentials.site }
    const evidence = { archives }
    const failing = archives.filter(({ state }) => state === 'FAILING').map(({ name }) => name)
    const working = archives.filter(({ state }) => state.startsWith('WORKING'))
    if (failing.length > 0 || archives.length === 0) {
      ctx.fail({
        resource,
        title: failing.length > 0 ? `Archives that fail: ${failing.join(', ')}` : 'There is no log archive',
        remediation:
          'Open Logs → Configuration → Archives. Add an archive to storage of your own, or mend the one that fails. Most often Datadog has lost the right to write to the bucket.',
        evidence,
      })
    } else if (working.length > 0) ctx.pass({ resource, title: `Log archives that work: ${working.length}`, evidence })
    else {
      ctx.manual({
        resource,
        title: 'Datadog does not know yet whether the log archives work',
        description: 'Open Logs → Configuration → Archives, and see when the last file was written.',
        evidence,
      })
    }
  },
})
