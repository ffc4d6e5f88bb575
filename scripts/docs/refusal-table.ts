import { type RefusalReason, refusalTable } from '../../src/define/index.ts'

/** The effect of each reason on a connection, as the table shows it. */
const effects: Readonly<Record<RefusalReason, string>> = {
  limit: 'stays; tried again later',
  proxy: 'stays; somebody looks at the network',
  address: "stays; the connector's URLs are wrong",
  clock: 'stays; the clock has to be set',
  app: 'stays; an administrator mends id or secret',
  permission: 'stays; an administrator allows it to the app',
  form: 'stays; the connector has to be fixed',
  grant: '`needs_reauth`, and the refresh token is deleted',
  reconnect: 'keeps its grant; a person reconnects',
  account: 'stays; the account is unlocked at the vendor',
  credentials: 'a person reconnects',
  unknown: 'stays; the code is shown',
}

/** A page of `docs/` with the decision table between its two marks. */
export function writeRefusalTable(page: string): string {
  const rows = refusalTable.map(
    ({ shown, means, source }) => `| ${shown} | \`${means}\` | ${effects[means]} | ${source.replaceAll('|', '\\|')} |`,
  )
  const table = ['| the endpoint answers | reason | the connection | source |', '| --- | --- | --- | --- |', ...rows]
  return page.replace(
    /(?<=<!-- refusals: begin[^\n]* -->\n)[\s\S]*?(?=<!-- refusals: end -->)/,
    () => `\n${table.join('\n')}\n\n`,
  )
}
