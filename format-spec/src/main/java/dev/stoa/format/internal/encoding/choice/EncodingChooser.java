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
package dev.stoa.format.internal.encoding.choice;

import dev.stoa.format.EncodingProfile;

/** Chooses among candidate encodings, as a profile weighs size and speed. */
public final class EncodingChooser {
    private final EncodingProfile profile;
    private ChoiceRecorder recorder = ChoiceRecorder.NONE;
    private String prefix = "";

    public EncodingChooser(EncodingProfile profile) {
        this.profile = profile;
    }

    public EncodingProfile profile() {
        return profile;
    }

    ChoiceRecorder recorder() {
        return recorder;
    }

    public void tell(ChoiceRecorder listener) {
        recorder = listener;
    }

    /** Whether candidates of this cost can be chosen at all; if not, none needs to be made. */
    public boolean takes(Cost cost) {
        return cost.isTaken(profile);
    }

    /** Sets the prefix of the names of parts, for all later choices. */
    public void name(String what) {
        prefix = what;
    }

    /** A choice among no candidates yet. */
    public Choice choice(String part) {
        return new Choice(this, prefix + part);
    }
}
