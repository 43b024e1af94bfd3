// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

// Package cluster carries the module description that pins the control plane's
// versions, so that every program of this module can build exactly that control
// plane from any working directory.
package cluster

import _ "embed"

// GoMod and GoSum are this module's own files: the pinned versions and their hashes.
var (
	//go:embed go.mod
	GoMod []byte
	//go:embed go.sum
	GoSum []byte
)
