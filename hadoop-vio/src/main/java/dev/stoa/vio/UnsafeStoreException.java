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
package dev.stoa.vio;

import java.io.IOException;

/**
 * The store can't promise what a new file needs: to replace none although two writers create it at once, or to hold what its
 * writer wrote. The store has no new file.
 */
public final class UnsafeStoreException extends IOException {

    private static final long serialVersionUID = 1L;

    /**
     * Names the file.
     *
     * @param file the path that was to be created
     * @param reason what might happen, what the store lacks, and what to do about it
     */
    public UnsafeStoreException(String file, String reason) {
        super(file + ": " + reason);
    }

    /**
     * Names the file.
     *
     * @param file the path that was to be created
     * @param reason what might happen, what the store lacks, and what to do about it
     * @param cause the store's own exception
     */
    public UnsafeStoreException(String file, String reason, Throwable cause) {
        super(file + ": " + reason, cause);
    }
}
