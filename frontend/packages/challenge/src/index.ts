export { type ChallengePurpose, prepareSolution } from './prepared-solutions'
export { sendWithSolution } from './send-with-solution'
