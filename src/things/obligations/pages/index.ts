import { missingPage } from './missing-page.tsx'
import { addTask, addTaskPage } from './task-form.tsx'
import { changeTask, endTask, stateTask, taskPage } from './task-page.tsx'
import { tasksPage } from './tasks-page.tsx'
import { addTemplates, templatesPage } from './templates-page.tsx'

export const taskPages = [
  tasksPage,
  // Before the page of one obligation, whose path has any id.
  addTaskPage,
  addTask,
  templatesPage,
  addTemplates,
  missingPage,
  taskPage,
  stateTask,
  changeTask,
  endTask,
] as const
