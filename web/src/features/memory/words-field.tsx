import { TextInput, type TextInputProps } from '@mantine/core';

// Mantine aligns by the page; what somebody writes stands by its own direction.
const OWN_WAY = { input: { textAlign: 'start' as const } };

/** A field for somebody's words, which run the way of their own letters. */
export function WordsField(props: Omit<TextInputProps, 'dir' | 'styles'>) {
  return <TextInput {...props} dir="auto" styles={OWN_WAY} />;
}
