import { readFileSync } from 'node:fs'

/** Each question of docs/query.md, with its query. */
export const questions = [
  ...readFileSync('docs/query.md', 'utf8').matchAll(/^### (\d+\. .+)\n\n```sql\n([\s\S]*?)```/gm),
].map(([, question = '', sql = '']) => [question, sql] as const)
