import { listStatements, stateTask } from './statements.ts'
import { addTask, changeTask, endTask, getTask, listTasks } from './tasks.ts'
import { addFromTemplates, listMissingProof, listTemplates } from './templates.ts'

export const taskRoutes = [
  listTasks,
  addTask,
  // Before the obligation of a path that has any id.
  listTemplates,
  addFromTemplates,
  listMissingProof,
  getTask,
  changeTask,
  endTask,
  listStatements,
  stateTask,
] as const
