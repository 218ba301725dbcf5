"""Limited processes: `pool` is the parent's side, `worker` the child's, `wire` what they say."""
