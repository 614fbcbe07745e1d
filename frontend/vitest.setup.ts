import { configure } from '@testing-library/react'

// What a test waits for may take its time on a busy machine; nothing waits longer than it has to.
configure({ asyncUtilTimeout: 10_000 })
