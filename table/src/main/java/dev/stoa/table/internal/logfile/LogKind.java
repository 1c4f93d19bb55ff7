/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package dev.stoa.table.internal.logfile;

import dev.stoa.format.EncodingProfile;

/** The kinds of files of a log. */
public enum LogKind {
    /** One commit. It is so short that looking for a better encoding takes longer than anything else. */
    ENTRY("entry", EncodingProfile.FAST),
    /** All that was committed up to a version. */
    CHECKPOINT("checkpoint", EncodingProfile.DEFAULT),
    /** Fragments that checkpoints share. */
    PART("part", EncodingProfile.DEFAULT);

    private final String text;
    private final EncodingProfile profile;

    LogKind(String text, EncodingProfile profile) {
        this.text = text;
        this.profile = profile;
    }

    /** How it is written. */
    public EncodingProfile profile() {
        return profile;
    }

    public String text() {
        return text;
    }
}
