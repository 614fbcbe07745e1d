import { Form, TextField } from '@mcwick/forms'
import { artUrl, Button } from '@mcwick/ui'
import { useState } from 'react'
import { useSignIn } from './api/operator'
import { Failure } from './components/failure'

/** Exchanges an operator's token for a session. */
export function SignIn() {
  const [token, setToken] = useState('')
  const { mutate, error, isPending } = useSignIn()
  return (
    <main className="console-sign-in">
      <h1>
        <img src={artUrl('logo')} alt="McWick" width={220} height={80} /> console
      </h1>
      <Form noValidate={false} onSubmit={() => mutate(token)}>
        <TextField
          label="Your operator token"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          value={token}
          onChange={(event) => setToken(event.target.value)}
          hint="It is exchanged for a session of at most 12 hours. This page does not keep it."
        />
        <Button type="submit" kind="primary" disabled={isPending}>
          {isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      </Form>
      {error && <Failure error={error} />}
    </main>
  )
}
