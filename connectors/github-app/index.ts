import { github } from '../github/index.ts'
import { githubApp as connector } from './connector.ts'

/** One organization on github.com, asked as a GitHub App that it installed. */
export const githubApp = connector.withChecksOf(github)

export default githubApp
